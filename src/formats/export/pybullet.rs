//! PyBullet has no file for this: a function that makes the calls.

use super::{Export, Job};
use crate::formats::FormatError;
use crate::formats::emit::string;

const FUNCTION: &str = r#"

def filter_self_collisions(body, client=0):
    """Switches off the collisions of the pairs above for a body loaded with URDF_USE_SELF_COLLISION.

    Returns the number of pairs found; links that the body does not have are passed over.
    """
    import pybullet as p

    index = {p.getBodyInfo(body, physicsClientId=client)[0].decode(): -1}
    for joint in range(p.getNumJoints(body, physicsClientId=client)):
        index[p.getJointInfo(body, joint, physicsClientId=client)[12].decode()] = joint
    found = 0
    for a, b in SKIPPED:
        if a in index and b in index:
            p.setCollisionFilterPair(body, body, index[a], index[b], 0, physicsClientId=client)
            found += 1
    return found
"#;

pub(super) fn write(job: &Job<'_>) -> Result<Export, FormatError> {
    let mut out = job.header("# ");
    out.push_str("\nSKIPPED = [\n");
    for pair in job.links.skipped() {
        let (a, b) = job.links.names(pair);
        out.push_str("    (");
        string(&mut out, a);
        out.push_str(", ");
        string(&mut out, b);
        out.push_str("),\n");
    }
    out.push_str("]\n");
    out.push_str(FUNCTION);
    Ok(Export::text(out))
}
