//! Reading and writing matrices.
