"""Compares Noclash's forward kinematics with Pinocchio's, for every robot of a folder of robots.

    pip install pin numpy
    cargo build --release --example link_transforms
    python3 tests/kinematics/compare_pinocchio.py ROBOTS [PROGRAM] [--configurations 100] [--tolerance 1e-9]

ROBOTS holds one folder per robot, PROGRAM is the built example (target/release/examples/link_transforms). Every robot
that is found in a folder takes part, not only the best one. Pinocchio reads the same URDF text with its own parser
(of a xacro: what Noclash expands it to); joints that mimic others are moved here, from the text, not by either
program. Configurations are uniform within the ranges. The largest difference is over all twelve numbers of all links'
transforms, in metres and as sines and cosines. Exit status 1 if one exceeds the tolerance or could not be compared.
"""

import argparse
import json
import math
import pathlib
import random
import re
import subprocess
import sys
import xml.etree.ElementTree as ET

import numpy as np
import pinocchio as pin


class Refused(Exception):
    """Noclash does not load it."""


class Program:
    """The example, with one robot."""

    def __init__(self, program, folder, path=None):
        words = [program, str(folder)] + ([path] if path else [])
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if not line:
            raise Refused(self.process.stderr.read().strip().splitlines()[-1])
        self.about = json.loads(line)

    def transforms(self, configuration):
        self.process.stdin.write(json.dumps(configuration) + "\n")
        self.process.stdin.flush()
        return np.array(json.loads(self.process.stdout.readline())).reshape(-1, 3, 4)

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def mimics(urdf):
    """Joint -> (leader, multiplier, offset), as the text has them."""
    # Prefixes that nothing declares are no concern of this comparison.
    plain = re.sub(r"(</?|\s)(\w+):(?=[\w.-]+[\s=/>])", r"\1\2.", urdf)
    found = {}
    for joint in ET.fromstring(plain.encode()).findall("joint"):
        mimic = joint.find("mimic")
        if mimic is not None:
            multiplier = float(mimic.get("multiplier", "1"))
            found[joint.get("name")] = (mimic.get("joint"), multiplier, float(mimic.get("offset", "0")))
    return found


def rpy(roll, pitch, yaw):
    return pin.Quaternion(pin.rpy.rpyToMatrix(roll, pitch, yaw)).coeffs()


def values(about, following, configuration):
    """The own values of every moving joint: those of the configuration, and those of joints that follow others."""
    own = {}
    for dof, value in zip(about["dofs"], configuration):
        own.setdefault(dof["joint"], []).append(value)

    def value(joint, seen=()):
        if joint in own:
            return own[joint]
        if joint in seen:
            raise RuntimeError(f"{joint} follows itself")
        leader, multiplier, offset = following[joint]
        return [multiplier * value(leader, (*seen, joint))[0] + offset]

    return {**own, **{joint: value(joint) for joint in following}}


def fill(model, q, joint, value):
    index = model.getJointId(joint)
    at, size = model.joints[index].idx_q, model.joints[index].nq
    if size == 1:
        q[at] = value[0]
    elif size == 2:  # without bounds: cosine and sine
        q[at:at + 2] = math.cos(value[0]), math.sin(value[0])
    elif size == 4:  # planar about z
        q[at:at + 4] = value[0], value[1], math.cos(value[2]), math.sin(value[2])
    elif size == 7:
        q[at:at + 3] = value[:3]
        q[at + 3:at + 7] = rpy(*value[3:])
    else:
        raise RuntimeError(f"{joint} has {size} coordinates")


def compare(program, count, seed):
    about = program.about
    # Pinocchio takes the text after the declaration; it is text by now.
    urdf = re.sub(r"^\s*<\?xml[^>]*\?>", "", about["urdf"].lstrip("\ufeff"))
    model = pin.buildModelFromXML(urdf)
    data = model.createData()
    following = mimics(urdf)
    frames = [model.getFrameId(name, pin.FrameType.BODY) for name in about["links"]]
    if any(frame >= model.nframes for frame in frames):
        raise RuntimeError("Pinocchio lacks a link")
    uniform = random.Random(seed)
    worst = 0.0
    for _ in range(count):
        configuration = [uniform.uniform(dof["lower"], dof["upper"]) for dof in about["dofs"]]
        q = pin.neutral(model)
        for joint, value in values(about, following, configuration).items():
            fill(model, q, joint, value)
        pin.framesForwardKinematics(model, data, q)
        theirs = np.array([data.oMf[frame].homogeneous[:3] for frame in frames])
        worst = max(worst, float(np.abs(theirs - program.transforms(configuration)).max()))
    return len(about["dofs"]), len(following), len(frames), worst


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("robots", type=pathlib.Path)
    words.add_argument("program", nargs="?", default="target/release/examples/link_transforms")
    words.add_argument("--configurations", type=int, default=100)
    words.add_argument("--tolerance", type=float, default=1e-9)
    words.add_argument("--seed", type=int, default=0)
    given = words.parse_args()
    failed = 0
    print("| robot | file | DOF (+mimic) | links | largest difference |")
    print("|---|---|---|---|---|")
    for folder in sorted(path for path in given.robots.iterdir() if path.is_dir()):
        paths = [None]
        while paths:
            path = paths.pop(0)
            try:
                program = Program(given.program, folder, path)
                if path is None:
                    paths += [other for other in program.about["robots"] if other != program.about["path"]]
                    path = program.about["path"]
                try:
                    dofs, followers, links, worst = compare(program, given.configurations, given.seed)
                finally:
                    program.close()
                verdict = f"{worst:.1e}"
                if not worst <= given.tolerance:
                    failed += 1
                    verdict += " **differs**"
                print(f"| {folder.name} | {path} | {dofs} (+{followers}) | {links} | {verdict} |", flush=True)
            except Refused as error:
                # The best robot of a folder must load; others may lack files or arguments.
                failed += path is None
                print(f"| {folder.name} | {path} | | | refused: {error} |", flush=True)
            except Exception as error:  # one robot must not hide the others
                failed += 1
                print(f"| {folder.name} | {path} | | | not compared: {error} |", flush=True)
    print(f"{failed} not within {given.tolerance}" if failed else f"all within {given.tolerance}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
