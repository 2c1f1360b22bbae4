//! The browser: drop, download, storage, threads, URL parameters, JavaScript API.
