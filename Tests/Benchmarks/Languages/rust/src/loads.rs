//! What is loaded: with one client, into structs.
use crate::Failure;
use reqwest::{Client, Response};
use serde::Deserialize;
use std::time::Duration;
use tokio::io::AsyncWriteExt;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(dead_code)]
struct Small {
    number: u64,
    title: String,
    summary: String,
    author: String,
    published: String,
    duration: f64,
    is_explicit: bool,
    tags: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(dead_code)]
struct Episode {
    number: u64,
    title: String,
    summary: String,
    duration: f64,
    is_explicit: bool,
    address: String,
}

#[derive(Clone, Copy)]
pub enum Workload {
    Small,
    List,
    ListBytes,
    Download,
    DownloadToFile,
}

impl Workload {
    pub fn named(name: &str) -> Option<Workload> {
        match name {
            "small" => Some(Workload::Small),
            "list" => Some(Workload::List),
            "list-bytes" => Some(Workload::ListBytes),
            "download" => Some(Workload::Download),
            "download-to-file" => Some(Workload::DownloadToFile),
            _ => None,
        }
    }

    /// What is loaded before that which is measured, and how often.
    pub fn warm_up(self) -> (Workload, usize) {
        match self {
            Workload::Small => (self, 1_000),
            Workload::List => (self, 20),
            Workload::ListBytes => (self, 500),
            Workload::Download | Workload::DownloadToFile => (Workload::Small, 20),
        }
    }

    pub fn accepts(self, outcome: u64) -> bool {
        match self {
            Workload::Small => outcome == 4_211,
            Workload::List => outcome == 500,
            Workload::ListBytes => (90_000..=110_000).contains(&outcome),
            Workload::Download | Workload::DownloadToFile => outcome == 200 << 20,
        }
    }
}

pub struct Loads {
    client: Client,
    server: String,
}

impl Loads {
    pub fn new(server: &str) -> Result<Loads, Failure> {
        let client = Client::builder().timeout(Duration::from_secs(60)).build()?;
        Ok(Loads { client, server: server.to_string() })
    }

    /// Loads once, and returns what tells a right outcome from a wrong one.
    pub async fn load(&self, workload: Workload) -> Result<u64, Failure> {
        match workload {
            Workload::Small => Ok(self.get("small.json").await?.json::<Small>().await?.number),
            Workload::List => Ok(self.get("list.json").await?.json::<Vec<Episode>>().await?.len() as u64),
            Workload::ListBytes => Ok(self.get("list.json").await?.bytes().await?.len() as u64),
            Workload::Download => self.download().await,
            Workload::DownloadToFile => self.download_to_file().await,
        }
    }

    async fn get(&self, path: &str) -> reqwest::Result<Response> {
        let url = format!("{}{}", self.server, path);
        self.client.get(url).send().await?.error_for_status()
    }

    async fn download(&self) -> Result<u64, Failure> {
        let (mut response, mut count) = (self.get("big.bin").await?, 0);
        while let Some(piece) = response.chunk().await? {
            count += piece.len() as u64;
        }
        Ok(count)
    }

    async fn download_to_file(&self) -> Result<u64, Failure> {
        let path = std::env::temp_dir().join(format!("benchmark-{}", std::process::id()));
        let mut file = tokio::fs::File::create(&path).await?;
        let mut response = self.get("big.bin").await?;
        while let Some(piece) = response.chunk().await? {
            file.write_all(&piece).await?;
        }
        file.flush().await?;
        let count = file.metadata().await?.len();
        tokio::fs::remove_file(&path).await?;
        Ok(count)
    }
}
