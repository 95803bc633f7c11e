//! Calls of tools by an assistant.

use std::sync::Arc;
use std::time::Instant;

use serde_json::{Value, json};
use tokio::io::{AsyncWriteExt, duplex, sink};

use super::{PATIENCE, options};
use crate::api::mcp::serve_on;
use crate::metrics::Metrics;

#[tokio::test]
async fn a_cancelled_call_ends_its_search() {
    let (options, metrics) = (options(), Arc::<Metrics>::default());
    let (solver, (mut client, input)) = (options.engine.solver().unwrap(), duplex(4096));
    let counted = Arc::clone(&metrics);
    let served = tokio::spawn(async move { serve_on(&options, &solver, &counted, input, sink()).await });
    let mut send = async |message: Value| client.write_all(format!("{message}\n").as_bytes()).await.unwrap();
    let wait_for = async |running| {
        let begun = Instant::now();
        while metrics.running.get() != running {
            assert!(begun.elapsed() < PATIENCE, "{} searches run", metrics.running.get());
            tokio::task::yield_now().await;
        }
    };
    for tool in ["analyze", "best_move", "explain", "review"] {
        let arguments = json!({"position": "1,2", "board": "10x6", "time": 600_000});
        let params = json!({"name": tool, "arguments": arguments});
        send(json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})).await;
        wait_for(1).await;
        let params = json!({"requestId": 1});
        send(json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params})).await;
        wait_for(0).await;
    }
    drop(client);
    served.await.unwrap().unwrap();
}
