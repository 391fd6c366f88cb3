//! Capture and replay of streams.
//!
//! While a stream is captured its tasks go into a lane of the [`Graph`] instead of being run. Events recorded and
//! waited for inside the capture become edges between lanes. A replay is one job on the stream it is started on: it
//! submits every lane to an internal stream and is over when all lanes are.

use super::event::{self, Event, Record};
use super::handle::Table;
use super::job::{self, Job, Place};
use super::sched::Engine;
use super::stream::{Stream, StreamKind};
use super::watchers::Watchers;
use crate::error::{Error, Result, code, fail};
use npu_ext::Task;
use std::any::Any;
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

/// Graphs that C callers hold handles to (`aclmdlRI`).
pub(crate) static MODELS: Table<Graph> = Table::new("model", 10, code::RT_PARAM_INVALID);

/// Captures that go on.
static CAPTURES: Mutex<Vec<Arc<Graph>>> = Mutex::new(Vec::new());
/// Number of [`CAPTURES`], to look at without the lock.
static CAPTURING: AtomicU32 = AtomicU32::new(0);

thread_local! {
    static THREAD_MODE: Cell<Mode> = const { Cell::new(Mode::Global) };
}

/// Which calls a capture forbids meanwhile (`aclmdlRICaptureMode`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// Unsafe calls of any thread.
    Global = 0,
    /// Unsafe calls of the thread that captures.
    ThreadLocal = 1,
    /// None.
    Relaxed = 2,
}

impl Mode {
    /// The mode with this number.
    pub(crate) fn from_number(number: u32) -> Option<Mode> {
        [Mode::Global, Mode::ThreadLocal, Mode::Relaxed].into_iter().find(|mode| *mode as u32 == number)
    }
}

/// State of a capture (`aclmdlRICaptureStatus`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    /// Not capturing.
    None = 0,
    /// Capturing.
    Active = 1,
    /// Something forbidden was called: the capture will fail.
    Invalidated = 2,
}

/// A captured graph.
pub(crate) struct Graph {
    /// Number in the process.
    pub id: u32,
    handle: u64,
    mode: Mode,
    thread: std::thread::ThreadId,
    open: AtomicBool,
    invalid: AtomicBool,
    lanes: Mutex<Lanes>,
    /// Replays submitted and not over.
    pending: AtomicU32,
    /// A replay runs.
    busy: AtomicBool,
    /// Engines with replays that wait for the running one.
    waiting: Watchers,
    /// Streams of the replays, one for each lane.
    streams: Mutex<Vec<Arc<Stream>>>,
}

#[derive(Default)]
struct Lanes {
    lanes: Vec<Lane>,
    /// Number of edges.
    edges: usize,
}

struct Lane {
    stream: Arc<Stream>,
    /// Must be waited for by the first lane in the end.
    forked: bool,
    nodes: Vec<Node>,
}

enum Node {
    Task(Task),
    /// Completes an edge.
    Record(usize),
    /// Waits for an edge.
    Wait(usize),
}

/// Position of an event in a captured graph.
pub(crate) struct CapturedRecord {
    graph: Weak<Graph>,
    edge: usize,
}

impl CapturedRecord {
    /// The graph, while its capture goes on.
    pub(crate) fn graph(&self) -> Option<Arc<Graph>> {
        self.graph.upgrade().filter(|graph| graph.open.load(Ordering::Acquire))
    }
}

impl Graph {
    /// Starts the capture of a stream.
    pub(crate) fn begin(stream: &Arc<Stream>, mode: Mode) -> Result<Arc<Graph>> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        if stream.kind != StreamKind::User {
            fail!(
                code::RT_FEATURE_NOT_SUPPORT,
                "stream {} is a default stream, which cannot be captured",
                stream.id
            );
        }
        if stream.capture().is_some() {
            fail!(code::RT_STREAM_CAPTURED, "stream {} is being captured already", stream.id);
        }
        let (_, graph) = MODELS.insert_with(|handle| {
            Arc::new(Graph {
                id: NEXT.fetch_add(1, Ordering::Relaxed),
                handle,
                mode,
                thread: std::thread::current().id(),
                open: AtomicBool::new(true),
                invalid: AtomicBool::new(false),
                lanes: Mutex::default(),
                pending: AtomicU32::new(0),
                busy: AtomicBool::new(false),
                waiting: Watchers::default(),
                streams: Mutex::default(),
            })
        });
        graph.add_lane(stream, false)?;
        let mut captures = captures();
        captures.push(Arc::clone(&graph));
        CAPTURING.store(captures.len() as u32, Ordering::Release);
        Ok(graph)
    }

    /// Ends the capture that began on a stream. On failure the graph is gone.
    pub(crate) fn end(stream: &Arc<Stream>) -> Result<Arc<Graph>> {
        let Some(graph) = stream.capture() else {
            fail!(code::RT_STREAM_NOT_CAPTURED, "stream {} is not being captured", stream.id);
        };
        if graph.mode != Mode::Relaxed && graph.thread != std::thread::current().id() {
            fail!(
                code::RT_CAPTURE_WRONG_THREAD,
                "the capture was begun by another thread, which must end it"
            );
        }
        let unjoined = {
            let lanes = graph.lanes();
            if !lanes.lanes.first().is_some_and(|lane| Arc::ptr_eq(&lane.stream, stream)) {
                fail!(code::RT_STREAM_CAPTURED, "the capture was not begun on stream {}", stream.id);
            }
            lanes.unjoined()
        };
        graph.close();
        let failure = if graph.invalid.load(Ordering::Acquire) {
            Some(Error::new(
                code::RT_CAPTURE_INVALIDATED,
                "the capture is invalid: a call that is forbidden during captures was made meanwhile",
            ))
        } else {
            unjoined.map(|id| {
                Error::new(
                    code::RT_STREAM_UNJOINED,
                    format!(
                        "stream {id} joined the capture, but the stream it was begun on does not wait for its end"
                    ),
                )
            })
        };
        if let Some(error) = failure {
            // The handle was known to the caller through `aclmdlRICaptureGetInfo`.
            let _ = MODELS.remove(graph.handle as *const std::ffi::c_void);
            return Err(error);
        }
        Ok(graph)
    }

    /// Ends the capture of all its streams.
    fn close(self: &Arc<Self>) {
        self.open.store(false, Ordering::Release);
        for lane in &self.lanes().lanes {
            lane.stream.set_capture(None);
        }
        let mut captures = captures();
        captures.retain(|graph| !Arc::ptr_eq(graph, self));
        CAPTURING.store(captures.len() as u32, Ordering::Release);
    }

    /// The handle for C callers.
    pub(crate) fn handle(&self) -> *mut std::ffi::c_void {
        self.handle as *mut std::ffi::c_void
    }

    /// State of the capture.
    pub(crate) fn status(&self) -> Status {
        if !self.open.load(Ordering::Acquire) {
            Status::None
        } else if self.invalid.load(Ordering::Acquire) {
            Status::Invalidated
        } else {
            Status::Active
        }
    }

    /// The capture will fail.
    pub(crate) fn invalidate(&self) {
        self.invalid.store(true, Ordering::Release);
    }

    fn lanes(&self) -> MutexGuard<'_, Lanes> {
        self.lanes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a stream to the capture without a wait for an event; it need not be joined.
    pub(crate) fn add(self: &Arc<Self>, stream: &Arc<Stream>) -> Result {
        if self.status() == Status::None {
            fail!(code::RT_MODEL_CAPTURED, "the capture of model {} has ended", self.id);
        }
        match stream.capture() {
            Some(graph) if Arc::ptr_eq(&graph, self) => Ok(()),
            Some(_) => fail!(code::RT_STREAM_CAPTURED, "stream {} belongs to another capture", stream.id),
            None => self.add_lane(stream, false),
        }
    }

    fn add_lane(self: &Arc<Self>, stream: &Arc<Stream>, forked: bool) -> Result {
        if stream.kind == StreamKind::Default {
            self.invalidate();
            fail!(
                code::RT_FEATURE_NOT_SUPPORT,
                "stream {} is a default stream, which cannot be captured",
                stream.id
            );
        }
        self.lanes().lanes.push(Lane { stream: Arc::clone(stream), forked, nodes: Vec::new() });
        stream.set_capture(Some(Arc::clone(self)));
        Ok(())
    }

    fn with_lane<T>(&self, stream: &Arc<Stream>, body: impl FnOnce(&mut Lanes, usize) -> T) -> Result<T> {
        let mut lanes = self.lanes();
        match lanes.lanes.iter().position(|lane| Arc::ptr_eq(&lane.stream, stream)) {
            Some(at) if self.open.load(Ordering::Acquire) => Ok(body(&mut lanes, at)),
            _ => fail!(code::RT_STREAM_NOT_CAPTURED, "stream {} is not part of the capture", stream.id),
        }
    }

    /// Takes tasks of a capturing stream instead of running them. The jobs in them belong to the graph from now on,
    /// even if the call fails.
    pub(crate) fn append(&self, stream: &Arc<Stream>, tasks: &[Task]) -> Result {
        let taken = self.with_lane(stream, |lanes, at| {
            lanes.lanes[at].nodes.extend(tasks.iter().map(|task| Node::Task(*task)));
        });
        if taken.is_err() {
            for task in tasks {
                // SAFETY: the submitter gave the tasks away, and they were not taken.
                unsafe { job::discard(task) };
            }
        }
        taken
    }

    /// Records an event on a capturing stream.
    pub(crate) fn record_event(self: &Arc<Self>, stream: &Arc<Stream>, event: &Arc<Event>) -> Result {
        let edge = self.with_lane(stream, |lanes, at| {
            let edge = lanes.edges;
            lanes.edges += 1;
            lanes.lanes[at].nodes.push(Node::Record(edge));
            edge
        })?;
        *event.captured.lock().unwrap_or_else(PoisonError::into_inner) =
            Some(CapturedRecord { graph: Arc::downgrade(self), edge });
        Ok(())
    }

    /// Makes a stream wait for an event recorded while capturing; the stream joins the capture.
    pub(crate) fn wait_event(self: &Arc<Self>, stream: &Arc<Stream>, event: &Arc<Event>) -> Result {
        let edge = {
            let captured = event.captured.lock().unwrap_or_else(PoisonError::into_inner);
            match &*captured {
                Some(record) if record.graph().is_some_and(|graph| Arc::ptr_eq(&graph, self)) => record.edge,
                _ => {
                    self.invalidate();
                    fail!(
                        code::RT_CAPTURE_DEPENDENCY,
                        "event {} was not recorded in the capture that stream {} belongs to",
                        event.id,
                        stream.id
                    );
                }
            }
        };
        match stream.capture() {
            None => self.add_lane(stream, true)?,
            Some(graph) if Arc::ptr_eq(&graph, self) => {}
            Some(_) => {
                self.invalidate();
                fail!(code::RT_CAPTURE_DEPENDENCY, "stream {} belongs to another capture", stream.id);
            }
        }
        self.with_lane(stream, |lanes, at| lanes.lanes[at].nodes.push(Node::Wait(edge)))
    }

    /// True while replays are not over.
    pub(crate) fn is_running(&self) -> bool {
        self.pending.load(Ordering::Acquire) != 0
    }

    /// Replays the graph in the order of a stream.
    pub(crate) fn execute(self: &Arc<Self>, stream: &Arc<Stream>) -> Result {
        if self.status() != Status::None {
            fail!(code::RT_MODEL_CAPTURED, "model {} is still being captured", self.id);
        }
        if stream.capture().is_some() {
            fail!(
                code::RT_STREAM_CAPTURED,
                "stream {} is being captured; a replay cannot be captured",
                stream.id
            );
        }
        self.pending.fetch_add(1, Ordering::AcqRel);
        let replay = Replay {
            graph: Arc::clone(self),
            home: Arc::clone(stream),
            run: OnceLock::new(),
            over: AtomicBool::new(false),
        };
        stream.submit_named(&[job::task(replay)])
    }

    /// Submits the lanes of one replay. The caller has set `busy`.
    fn start(self: &Arc<Self>, home: &Arc<Stream>) -> Result<Arc<Run>> {
        let streams = self.streams_for(home)?;
        let (run, lanes) = {
            let lanes = self.lanes();
            let edge = |i| Record::new(&home.engine, format!("edge {i} of model {}", self.id));
            let run = Arc::new(Run {
                edges: (0..lanes.edges).map(edge).collect(),
                left: AtomicU32::new(lanes.lanes.len() as u32),
                done: Record::new(&home.engine, format!("model {}", self.id)),
                streams: streams.clone(),
            });
            // Before the first lane can end, since several threads may look at the replay.
            run.done.watch(&home.engine);
            let tasks: Vec<Vec<Task>> = lanes.lanes.iter().map(|lane| run.tasks(lane)).collect();
            (run, tasks)
        };
        for (stream, tasks) in streams.iter().zip(&lanes) {
            stream.submit(tasks)?;
        }
        Ok(run)
    }

    fn streams_for(&self, home: &Arc<Stream>) -> Result<Vec<Arc<Stream>>> {
        let count = self.lanes().lanes.len();
        let mut streams = self.streams.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = streams.first().is_some_and(|s| s.context_id() == home.context_id());
        if !fits {
            let Some(context) = home.context() else {
                fail!(code::RT_CONTEXT_NULL, "the context of stream {} has ended", home.id);
            };
            *streams =
                (0..count).map(|_| Stream::create(&context, StreamKind::Internal)).collect::<Result<_>>()?;
        }
        Ok(streams.clone())
    }

    fn finish_run(&self) {
        self.busy.store(false, Ordering::SeqCst);
        self.waiting.ring();
    }
}

impl Drop for Graph {
    fn drop(&mut self) {
        for lane in &self.lanes().lanes {
            for node in &lane.nodes {
                if let Node::Task(task) = node {
                    // SAFETY: the graph owns the tasks of its lanes.
                    unsafe { job::discard(task) };
                }
            }
        }
    }
}

impl Lanes {
    /// The number of a stream that joined, and whose end no lane that is joined itself waits for.
    fn unjoined(&self) -> Option<u32> {
        let mut joined: Vec<bool> =
            self.lanes.iter().enumerate().map(|(at, l)| at == 0 || !l.forked).collect();
        loop {
            let waited: Vec<usize> = self
                .lanes
                .iter()
                .zip(&joined)
                .filter(|(_, joined)| **joined)
                .flat_map(|(lane, _)| &lane.nodes)
                .filter_map(|node| if let Node::Wait(edge) = node { Some(*edge) } else { None })
                .collect();
            let found = self.lanes.iter().zip(&joined).position(|(lane, joined)| {
                let ends = |node: &Node| matches!(node, Node::Record(edge) if waited.contains(edge));
                !joined && lane.nodes.last().is_some_and(ends)
            });
            match found {
                Some(at) => joined[at] = true,
                None => break,
            }
        }
        joined.iter().position(|joined| !joined).map(|at| self.lanes[at].stream.id)
    }
}

/// One replay that has been started.
struct Run {
    edges: Vec<Arc<Record>>,
    /// Lanes that are not over.
    left: AtomicU32,
    /// Complete when all lanes are over.
    done: Arc<Record>,
    streams: Vec<Arc<Stream>>,
}

impl Run {
    fn tasks(self: &Arc<Self>, lane: &Lane) -> Vec<Task> {
        let mut tasks: Vec<Task> = lane
            .nodes
            .iter()
            .map(|node| match node {
                // SAFETY: the graph owns the task; the copy belongs to the stream it is submitted to.
                Node::Task(task) => unsafe { job::clone_task(task) },
                Node::Record(edge) => event::record_task(Arc::clone(&self.edges[*edge])),
                Node::Wait(edge) => event::wait_task(Arc::clone(&self.edges[*edge]), 0),
            })
            .collect();
        tasks.push(job::task(LaneEnd(Arc::clone(self))));
        tasks
    }

    fn lane_is_over(&self) {
        if self.left.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.done.complete();
        }
    }

    fn abort(&self, error: &Error) {
        for stream in &self.streams {
            stream.abort(error.clone(), true);
        }
    }

    /// The first error of the lanes; makes their streams usable again.
    fn result(&self) -> Result {
        let first = self.streams.iter().find_map(|stream| stream.error());
        first.map_or(Ok(()), Err)
    }
}

/// Last task of a lane.
struct LaneEnd(Arc<Run>);

impl Job for LaneEnd {
    fn describe(&self) -> String {
        "end of a lane of a model".into()
    }

    fn run(&self, _stream: &Arc<Stream>) -> Result {
        self.0.lane_is_over();
        Ok(())
    }

    fn skip(&self) {
        // This lane failed: the others must not wait for what it would have done.
        if let Some(error) = self.0.streams.iter().find_map(|stream| stream.error()) {
            self.0.abort(&error);
        }
        self.0.lane_is_over();
    }
}

/// A replay on the stream it was started on.
struct Replay {
    graph: Arc<Graph>,
    home: Arc<Stream>,
    /// How it started, and how it ended.
    run: OnceLock<Result<(Arc<Run>, OnceLock<Result>)>>,
    /// It does not count as pending any more.
    over: AtomicBool,
}

impl Replay {
    /// The replay is over, though threads that looked at it may still hold it.
    fn settle(&self) {
        if !self.over.swap(true, Ordering::AcqRel) {
            self.graph.pending.fetch_sub(1, Ordering::AcqRel);
        }
    }

    fn try_start(&self) -> bool {
        if self.graph.busy.compare_exchange(false, true, Ordering::SeqCst, Ordering::SeqCst).is_err() {
            return false;
        }
        let mut started = false;
        self.run.get_or_init(|| {
            started = true;
            self.graph.start(&self.home).map(|run| (run, OnceLock::new()))
        });
        if !started || matches!(self.run.get(), Some(Err(_))) {
            self.graph.finish_run();
        }
        true
    }
}

impl Job for Replay {
    fn describe(&self) -> String {
        format!("replay of model {}", self.graph.id)
    }

    fn place(&self) -> Place {
        Place::Wait
    }

    fn poll(&self, park: Option<&Arc<Engine>>) -> Result<bool> {
        if self.run.get().is_none() && !self.try_start() {
            let Some(engine) = park else { return Ok(false) };
            self.graph.waiting.add(engine);
            if !self.try_start() {
                return Ok(false);
            }
        }
        let (run, ended) = match self.run.get() {
            Some(Ok(started)) => started,
            Some(Err(error)) => {
                self.settle();
                return Err(error.clone());
            }
            None => return Ok(false),
        };
        let over = match park {
            Some(engine) => run.done.watch(engine),
            None => run.done.is_done(),
        };
        if !over {
            return Ok(false);
        }
        ended
            .get_or_init(|| {
                let result = run.result();
                for stream in &run.streams {
                    // A lane that failed is idle by now, or will be once its last task has been counted.
                    stream.clear_error();
                }
                self.graph.finish_run();
                self.settle();
                result
            })
            .clone()
            .map(|()| true)
    }

    fn skip(&self) {
        if let Some(Ok((run, ended))) = self.run.get() {
            run.abort(&Error::new(code::RT_STREAM_ABORT, "the replay was aborted"));
            ended.get_or_init(|| {
                for stream in &run.streams {
                    stream.clear_error();
                }
                self.graph.finish_run();
                Ok(())
            });
        }
        self.settle();
    }
}

impl Drop for Replay {
    fn drop(&mut self) {
        self.settle();
    }
}

/// Locks the list of captures until the result is dropped.
pub(crate) fn hold() -> Box<dyn Any> {
    Box::new(captures())
}

/// In a forked child: the captures are the parent's.
pub(crate) fn forget() {
    std::mem::forget(std::mem::take(&mut *captures()));
    CAPTURING.store(0, Ordering::Release);
}

fn captures() -> MutexGuard<'static, Vec<Arc<Graph>>> {
    CAPTURES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Replaces the mode of the calling thread; returns the old one.
pub(crate) fn exchange_mode(mode: Mode) -> Mode {
    THREAD_MODE.replace(mode)
}

/// 107030 if the calling thread may not call `function` because a capture is active; the capture is then invalid.
pub(crate) fn check_unsafe(function: &str) -> Result {
    if CAPTURING.load(Ordering::Acquire) == 0 {
        return Ok(());
    }
    let mine = std::thread::current().id();
    let thread_mode = THREAD_MODE.get();
    if thread_mode == Mode::Relaxed {
        return Ok(());
    }
    let forbidden = |graph: &&Arc<Graph>| match graph.mode {
        Mode::Relaxed => false,
        Mode::ThreadLocal => graph.thread == mine,
        Mode::Global => graph.thread == mine || thread_mode == Mode::Global,
    };
    if let Some(graph) = captures().iter().find(forbidden) {
        graph.invalidate();
        fail!(code::RT_CAPTURE_MODE, "{function} is forbidden while a stream is captured");
    }
    Ok(())
}
