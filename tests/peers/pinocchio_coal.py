#!/usr/bin/env python3
"""Link hulls: the page in Chromium against Pinocchio with Coal, on one machine in one run.

    pip install pin
    python tests/peers/pinocchio_coal.py FOLDER [--samples N] [--threads T] [--no-build] [--results DIR]

Surveys FOLDER with `cargo xtask run`, takes the hulls from the file `<robot>.link_hulls.json` that it writes, and lets
Pinocchio (forward kinematics) and Coal (signed distances of the same hulls) do the same number of configurations on one
thread. Prints the seconds of both and, per pair, how far Coal's distance at Noclash's witness configurations is from
the distance in the file. `--results DIR` takes the files and `summary.json` (the last line of `cargo xtask run`) of an
earlier run instead. The last line is JSON. Ends with 1 if a distance differs by more than 1e-4 m (Coal's own penetration
depths are good to about that) or, separated, by more than 1e-5 m.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree

import coal
import numpy as np
import pinocchio as pin


def survey(folder, samples, threads, no_build, out):
    """The summary of the page's survey; the files are in `out`."""
    command = ["cargo", "xtask", "run", folder, "--out", out, "--samples", str(samples), "--threads", str(threads)]
    done = subprocess.run(command + ["--no-build"] * no_build, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout.strip().splitlines()[-1])


def urdf_of(folder, robot):
    """The first URDF below `folder` that is called `robot` inside."""
    for path in sorted(pathlib.Path(folder).rglob("*.urdf")):
        try:
            if ElementTree.parse(path).getroot().get("name") == robot:
                return path
        except ElementTree.ParseError:
            continue
    sys.exit(f"{folder}: no URDF file of {robot} (a xacro file has to be expanded first)")


def convex(vertices):
    """Coal's convex body of some points, metres."""
    points = coal.StdVec_Vec3s()
    for vertex in vertices:
        points.append(np.array(vertex))
    return coal.Convex.convexHull(points, True, "Qt")


def geometry(model, matrix):
    """The hulls as collision geometry, and the pairs whose distance changes with the configuration."""
    model_of_hulls = pin.GeometryModel()
    number = {}
    for shape in matrix["shapes"]:
        if shape["geometry"] is None:
            continue
        frame_id = model.getFrameId(shape["link"], pin.FrameType.BODY)
        frame = model.frames[frame_id]
        hull = convex(shape["geometry"]["vertices"])
        body = pin.GeometryObject(shape["link"], frame.parentJoint, frame_id, frame.placement, hull)
        number[shape["link"]] = model_of_hulls.addGeometryObject(body)
    pairs = []
    for pair in matrix["pairs"]:
        a, b = (number.get(pair[side]["link"]) for side in "ab")
        if a is None or b is None:
            continue
        joints = [model_of_hulls.geometryObjects[k].parentJoint for k in (a, b)]
        if joints[0] != joints[1]:
            model_of_hulls.addCollisionPair(pin.CollisionPair(a, b))
            pairs.append(pair)
    return model_of_hulls, pairs


def configuration(model, names, values):
    """Pinocchio's configuration vector of one value per named joint; continuous joints are cosine and sine there."""
    q = pin.neutral(model)
    for name, value in zip(names, values):
        joint = model.joints[model.getJointId(name)]
        q[joint.idx_q : joint.idx_q + joint.nq] = [value] if joint.nq == 1 else [np.cos(value), np.sin(value)]
    return q


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--samples", type=int, default=100_000)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--no-build", action="store_true")
    parser.add_argument("--results")
    args = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        if args.results:
            out = pathlib.Path(args.results)
            summary = json.loads((out / "summary.json").read_text())
        else:
            out = pathlib.Path(folder)
            summary = survey(args.folder, args.samples, args.threads, args.no_build, folder)
        matrix = json.loads(next(out.glob("*.link_hulls.json")).read_text())
    ours = summary["seconds"]["survey"]["link_hulls"]
    samples = matrix["survey"]["samples"]

    model = pin.buildModelFromUrdf(str(urdf_of(args.folder, matrix["robot"])))
    hulls, pairs = geometry(model, matrix)
    data, hull_data = model.createData(), pin.GeometryData(hulls)
    for request in hull_data.distanceRequests:
        request.enable_signed_distance = True

    names, limits = matrix["survey"]["joints"], matrix["survey"]["joint_limits"]
    low, high = (np.array([limits[name][end] for name in names]) for end in ("lower", "upper"))
    random = np.random.default_rng(0)
    drawn = [configuration(model, names, random.uniform(low, high)) for _ in range(samples)]

    started = time.perf_counter()
    for q in drawn:
        pin.updateGeometryPlacements(model, data, hulls, hull_data, q)
        pin.computeDistances(hulls, hull_data)
    theirs = time.perf_counter() - started

    worst = {"separated": 0.0, "penetrating": 0.0}
    for k, pair in enumerate(pairs):
        for end in ("min", "max"):
            q = configuration(model, names, pair["witness"][end])
            pin.updateGeometryPlacements(model, data, hulls, hull_data, q)
            pin.computeDistance(hulls, hull_data, k)
            expected = pair["distance"][end]
            error = abs(hull_data.distanceResults[k].min_distance - expected)
            kind = "separated" if expected > 0.0 else "penetrating"
            worst[kind] = max(worst[kind], error)

    print(f"{matrix['robot']}: {len(pairs)} pairs of link hulls, {samples} configurations")
    print(f"  the page, {summary['threads']} threads    {ours:9.2f} s")
    print(f"  Pinocchio + Coal, 1 thread {theirs:9.2f} s   {theirs / ours:.1f} times")
    print(f"  distances at the witness configurations differ by at most {worst}")
    result = {"robot": matrix["robot"], "pairs": len(pairs), "samples": samples, "threads": summary["threads"]}
    result.update(noclash=ours, pinocchio=theirs, ratio=theirs / ours, worst=worst)
    print(json.dumps(result))
    sys.exit(0 if worst["separated"] <= 1e-5 and worst["penetrating"] <= 1e-4 else 1)


if __name__ == "__main__":
    main()
