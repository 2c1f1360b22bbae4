//! What the session asks of its host: the page, or a test.

/// Something only the host can do. Taken once a frame by [`Session::take_effects`](super::Session::take_effects).
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Save a file on the user's machine.
    Download { name: String, bytes: Vec<u8>, mime: &'static str },
    /// Let the user choose a folder; its files come back as [`Action::AddFiles`](super::Action::AddFiles).
    OpenFolderDialog,
    /// Let the user choose files or a zip; they come back as [`Action::AddFiles`](super::Action::AddFiles).
    OpenFilesDialog,
    /// Fetch a sample robot of the gallery by its id; its files come back as
    /// [`Action::AddFiles`](super::Action::AddFiles).
    FetchSample(String),
    /// Fetch a robot (URDF, zip or folder) and add its files.
    FetchUrl(String),
    /// Put text on the clipboard.
    CopyText(String),
    /// Keep a record until the page is opened again. Records are independent; the last one of a key counts.
    SaveSnapshot { key: &'static str, bytes: Vec<u8> },
    /// Forget a record.
    ForgetSnapshot { key: &'static str },
    /// Move the camera so that the whole robot is seen.
    FrameAll,
    /// Move the camera so that the selected pair is seen.
    FrameSelection,
}
