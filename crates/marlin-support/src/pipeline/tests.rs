//! Pipelines of numbers.

use std::hint;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc;

use super::*;

/// The early end of a pipeline.
#[derive(Debug)]
enum Ended {
    OnPurpose,
    Thread,
}

impl From<ThreadError> for Ended {
    fn from(_: ThreadError) -> Self {
        Self::Thread
    }
}

/// Runs a pipeline on the numbers below `count`, and returns the delivered answers and the result.
fn numbers(
    threads: usize,
    count: usize,
    answer: impl Fn(usize, &StopFlag) -> usize + Send + Sync + 'static,
) -> (Vec<usize>, Result<(), Ended>) {
    let mut numbers = 0..count;
    let mut delivered = Vec::new();
    let result = run(|| threads, move || Ok(numbers.next()), answer, &mut |answers| {
        delivered.extend(answers);
        Ok(())
    });
    (delivered, result)
}

#[test]
fn answers_come_in_order_whichever_is_found_first() {
    for threads in [1, 2, 5] {
        let uneven = |number: usize, _: &StopFlag| {
            // Of a yield other work may take a slice: most answers only count.
            let rounds = number * 7919 % 97;
            if number.is_multiple_of(16) {
                (0..rounds).for_each(|_| thread::yield_now());
            } else {
                (0..10 * rounds).for_each(|_| hint::spin_loop());
            }
            2 * number
        };
        let (delivered, result) = numbers(threads, 3 * WINDOW, uneven);
        assert!(result.is_ok() && delivered.into_iter().eq((0..3 * WINDOW).map(|n| 2 * n)));
    }
}

#[test]
fn no_more_is_read_than_fits_in_the_window() {
    let (read, delivered) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let (counter, seen) = (Arc::clone(&read), Arc::clone(&delivered));
    let source = move || {
        let number = counter.fetch_add(1, SeqCst);
        assert!(number <= seen.load(SeqCst) + WINDOW);
        Ok((number < 3 * WINDOW).then_some(number))
    };
    let mut deliver = |answers: Vec<usize>| {
        delivered.fetch_add(answers.len(), SeqCst);
        Ok(())
    };
    run::<_, _, Ended>(|| 2, source, |number, _| number, &mut deliver).unwrap();
    assert_eq!(delivered.load(SeqCst), 3 * WINDOW);
}

#[test]
fn the_first_request_is_answered_on_the_thread_of_the_caller_and_has_all_threads() {
    let caller = thread::current().id();
    let (delivered, result) = numbers(3, 1, move |number, serial| {
        assert!(serial.is_stopped() && thread::current().id() == caller);
        number
    });
    assert!(result.is_ok() && delivered == [0]);
}

#[test]
fn the_only_open_request_gets_all_threads_and_later_ones_wait_for_its_end() {
    let (send, receive) = mpsc::channel();
    let receive = Mutex::new(receive);
    send.send(0).unwrap();
    send.send(1).unwrap();
    let running = Arc::new(AtomicUsize::new(0));
    let others = Arc::clone(&running);
    let later = Mutex::new(Some(send));
    let answer = move |number: usize, serial: &StopFlag| {
        others.fetch_add(1, SeqCst);
        if number == 1 {
            while !serial.is_stopped() {
                thread::yield_now();
            }
            let send = later.lock().unwrap().take().unwrap();
            (2..100).for_each(|number| send.send(number).unwrap());
            drop(send);
            thread::sleep(Duration::from_millis(20));
            assert_eq!(others.load(SeqCst), 2);
        }
        number
    };
    let mut delivered = Vec::new();
    let source = move || Ok::<_, Ended>(receive.lock().unwrap().recv().ok());
    run(|| 4, source, answer, &mut |answers| {
        delivered.extend(answers);
        Ok(())
    })
    .unwrap();
    assert!(delivered.into_iter().eq(0..100));
}

#[test]
fn an_answer_that_panics_ends_the_run() {
    for threads in [1, 3] {
        let fails = |number, _: &StopFlag| if number == 50 { panic!("on purpose") } else { number };
        let run = AssertUnwindSafe(|| numbers(threads, 3 * WINDOW, fails));
        assert!(panic::catch_unwind(run).is_err());
    }
}

#[test]
fn a_source_that_fails_or_panics_ends_the_run_after_the_earlier_answers() {
    let mut numbers = 0..50;
    let mut delivered = 0;
    let source = move || numbers.next().map(Some).ok_or(Ended::OnPurpose);
    let result = run(|| 2, source, |number, _| number, &mut |answers: Vec<i32>| {
        delivered += answers.len();
        Ok(())
    });
    assert!(matches!(result, Err(Ended::OnPurpose)) && delivered == 50);

    let panics = || -> Result<Option<u8>, Ended> { panic!("on purpose") };
    let run = AssertUnwindSafe(|| run(|| 2, panics, |number, _| number, &mut |_| Ok(())));
    assert!(panic::catch_unwind(run).is_err());
}

#[test]
fn a_failed_delivery_ends_the_run_at_once() {
    let (_never, receive) = mpsc::channel::<()>();
    let receive = Mutex::new(receive);
    let forever = move |number: usize, _: &StopFlag| {
        if number > 1 {
            let _ = receive.lock().unwrap().recv();
        }
        number
    };
    let mut numbers = 0..;
    let source = move || Ok(numbers.next());
    let mut delivered = 0;
    let result = run(|| 2, source, forever, &mut |answers| {
        delivered += answers.len();
        if delivered > 1 { Err(Ended::OnPurpose) } else { Ok(()) }
    });
    assert!(matches!(result, Err(Ended::OnPurpose)));
}

#[test]
fn a_queue_that_does_not_grow_leaves_the_last_request_to_its_thread() {
    let mut numbers = 0..3;
    let queue = Queue::new(move || Ok::<_, Ended>(numbers.next()), false);
    let answer = |number: u8, serial: &StopFlag| {
        thread::sleep(2 * EXCLUSIVE_AFTER);
        (number, serial.is_stopped())
    };
    let mut answers = Vec::new();
    thread::scope(|scope| {
        scope.spawn(|| queue.work(answer));
        while let Some(found) = queue.answers().unwrap() {
            answers.extend(found);
        }
    });
    assert_eq!(answers, [(0, false), (1, false), (2, false)]);
}

#[test]
fn a_panic_ends_the_wait_of_all_threads() {
    let mut left = 3 * WINDOW;
    let source = move || {
        left -= usize::from(left > 0);
        Ok::<_, ()>((left > 0).then_some(left))
    };
    let queue = Queue::new(source, false);
    let (begun, gate) = mpsc::channel::<()>();
    let gate = Mutex::new(Some(gate));
    let ended = panic::catch_unwind(AssertUnwindSafe(|| {
        thread::scope(|scope| {
            for _ in 0..3 {
                let (queue, gate, begun) = (&queue, &gate, begun.clone());
                scope.spawn(move || {
                    queue.work(|_, _| {
                        // The first answer panics as soon as later ones have filled the window.
                        let is_first = gate.lock().unwrap().take();
                        if let Some(gate) = is_first {
                            (0..WINDOW - 1).for_each(|_| gate.recv().unwrap());
                            panic!("a defect");
                        }
                        begun.send(()).ok();
                    });
                });
            }
            while queue.answers().unwrap().is_some() {}
        });
    }));
    assert!(ended.is_err());
}
