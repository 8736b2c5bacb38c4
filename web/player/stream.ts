import { parseSegmentIndex, type Segment } from '../../contract/media/segment-index.ts';
import { getBufferedEnd } from './buffered.ts';
import { watchFreeze } from './watch-freeze.ts';

/** One size of a video as a fragmented MP4. */
export interface FragmentedFile {
	url: string;
	bytes: number;
	/** Bytes from the start of the file to the end of the first segment. */
	head: number;
	codecs: string;
}

export interface StreamOptions {
	/** Duration in seconds. Without it, the browser takes the video for a live stream, and allows no seek beyond what is loaded. */
	duration: number;
	/** Chooses the size of the first segment and of each segment after it. */
	choose: () => FragmentedFile;
	/** Takes the head that was requested ahead, of any size. Null without one. */
	takeHead: () => RequestedHead | null;
	/** Called with the bytes of a loaded segment and the milliseconds from its request to its last byte. */
	onMeasured: (bytes: number, milliseconds: number) => void;
	/** Called once if the file does not play as its index says. Nothing more is loaded then. */
	onFault: (fault: StreamFault) => void;
}

/**
 * What is wrong with a fragmented file: its index is not as long as the video, the bytes of a segment do not play at its time, or playback
 * stands still although everything is loaded.
 */
export type StreamFault = 'index' | 'gap' | 'frozen';

class StreamFaultError extends Error {
	readonly fault: StreamFault;
	constructor(fault: StreamFault) {
		super(fault);
		this.fault = fault;
	}
}

/** Request for the head of a file. The body of the response is not yet read. */
export interface RequestedHead {
	file: FragmentedFile;
	response: Promise<Response>;
}

/** Seconds that are loaded ahead of the current time while a video plays, and while it is paused. */
const loadedAhead = { playing: 8, paused: 2 };
/** Bytes in which the description and index of all but very long videos fit. */
const indexBytes = 4096;
/** Seconds by which the buffered range may differ from the index, because sound and pictures do not end at the same time. */
const tolerance = 0.25;
/** Maximum difference in seconds between two times that mean the same frame. */
const sameFrame = 0.01;
/** Seconds by which the end of the index may differ from the end of the video. */
const indexTolerance = 1;
/** Number of segments that are loaded again before the file counts as faulty. Browsers remove loaded segments when memory is short. */
const maxRepeats = 3;
/** Seconds of playback that make up for a repeat: about the duration of a segment. */
const repeatInterval = 2;
/** Seconds after which a stream that loads nothing and does not move is frozen. */
const freezeTimeout = 5;
/** Milliseconds before each further try to load a range. Together they are longer than what is loaded ahead. */
const retryDelays = [500, 1000, 2000, 4000, 8000];

type MediaSourceClass = new () => MediaSource;

/** Returns the browser's Media Source for files with these codecs, or null. iPhones have only a managed one. */
export function findMediaSource(codecs: string): MediaSourceClass | null {
	const { ManagedMediaSource, MediaSource } = globalThis as {
		ManagedMediaSource?: typeof globalThis.MediaSource;
		MediaSource?: typeof globalThis.MediaSource;
	};
	const found = ManagedMediaSource ?? MediaSource;
	return found?.isTypeSupported(toMediaType(codecs)) ? found : null;
}

function toMediaType(codecs: string): string {
	return `video/mp4; codecs="${codecs}"`;
}

/**
 * Plays a fragmented video through Media Source. Loads one segment after the other, only a few seconds ahead. A lost connection is tried
 * again; a failure that lasts arrives as an error event of the element. A file that does not play as its index says is a fault. Returns a
 * function that stops loading.
 */
export function playStream(element: HTMLVideoElement, Source: MediaSourceClass, options: StreamOptions): () => void {
	const stopped = new AbortController();
	const source = new Source();
	const url = URL.createObjectURL(source);
	// Safari opens a managed source only if remote playback is off.
	element.disableRemotePlayback = true;
	element.src = url;
	const stream = new Stream(element, source, options, stopped.signal);
	const fail = (fault: StreamFault) => {
		stop();
		options.onFault(fault);
	};
	source.addEventListener(
		'sourceopen',
		() => {
			URL.revokeObjectURL(url);
			stream.load().catch((error) => {
				if (stopped.signal.aborted) return;
				if (error instanceof StreamFaultError) fail(error.fault);
				else if (source.readyState === 'open') source.endOfStream('network');
			});
		},
		{ once: true, signal: stopped.signal },
	);
	const stopWatching = watchFreeze(element, {
		isLoading: () => stream.isLoading,
		after: freezeTimeout,
		onFrozen: () => fail('frozen'),
	});
	function stop() {
		stopWatching();
		stopped.abort();
		URL.revokeObjectURL(url);
	}
	return stop;
}

/** A file whose index is known. */
interface OpenFile {
	file: FragmentedFile;
	/** Bytes before the first segment: the description of the streams, and the index. */
	description: Uint8Array<ArrayBuffer>;
	segments: Segment[];
}

class Stream {
	readonly #element: HTMLVideoElement;
	readonly #source: MediaSource;
	readonly #options: StreamOptions;
	readonly #stopped: AbortSignal;
	readonly #opened = new Map<string, OpenFile>();
	/** Time in seconds up to which segments are loaded. */
	#position = 0;
	/** Start of the newest loaded segment in seconds. */
	#loadedFrom = 0;
	/** URL and offset of each loaded segment. */
	readonly #loaded = new Set<string>();
	/** Number of segments that were loaded again, less those that playback has made up for, and the current time at the last of them. */
	#repeats = { count: 0, at: 0 };
	/** Whether the stream waits for data, and not for playback. */
	isLoading = false;
	#loading: { file: OpenFile; segment: Segment; request: AbortController } | null = null;

	constructor(element: HTMLVideoElement, source: MediaSource, options: StreamOptions, stopped: AbortSignal) {
		this.#element = element;
		this.#source = source;
		this.#options = options;
		this.#stopped = stopped;
		stopped.addEventListener('abort', () => this.#loading?.request.abort());
	}

	async load(): Promise<void> {
		this.isLoading = true;
		this.#source.duration = this.#options.duration;
		const ahead = this.#options.takeHead();
		const first = ahead?.file ?? this.#options.choose();
		const buffer = this.#source.addSourceBuffer(toMediaType(first.codecs));
		this.#element.addEventListener('seeking', this.#onSeeking, { signal: this.#stopped });
		let current = await this.#loadHead(buffer, first, ahead?.response);
		for (;;) {
			await this.#waitUntilNeeded();
			const chosen = await this.#chooseFile(current);
			const segment = this.#findNext(chosen);
			if (!segment) {
				if (this.#source.readyState === 'open') this.#source.endOfStream();
				await this.#waitFor('seeking');
				continue;
			}
			if (chosen !== current) {
				if (chosen.file.codecs !== current.file.codecs) buffer.changeType(toMediaType(chosen.file.codecs));
				await append(buffer, chosen.description);
				current = chosen;
			}
			await this.#loadSegment(buffer, chosen, segment);
		}
	}

	/** Loads the description, the index and the first segment with one request. The browser shows pictures before the last byte. */
	async #loadHead(buffer: SourceBuffer, file: FragmentedFile, ahead?: Promise<Response>): Promise<OpenFile> {
		let start = new Uint8Array();
		let opened: OpenFile | undefined;
		const requestedAt = performance.now();
		await loadRange(buffer, { url: file.url, offset: 0, bytes: file.head }, this.#stopped, {
			ahead,
			onChunk: (chunk) => {
				if (opened) return;
				start = concat(start, chunk);
				opened = openFile(file, start);
				if (opened) this.#add(opened);
			},
		});
		if (!ahead) this.#options.onMeasured(file.head, performance.now() - requestedAt);
		const segment = opened?.segments[0];
		if (!opened || !segment) throw new Error('The file has no index.');
		this.#setLoaded(opened, segment);
		return opened;
	}

	/** Throws if the index is not as long as the video. */
	#add(opened: OpenFile) {
		const last = opened.segments.at(-1);
		const isAsLong = last && Math.abs(getSegmentEnd(last) - this.#options.duration) <= indexTolerance;
		if (!isAsLong) throw new StreamFaultError('index');
		this.#opened.set(opened.file.url, opened);
	}

	/** Returns the file to go on with: of the wanted size, or of the current one while the wanted one has no key frame here or does not load. */
	async #chooseFile(current: OpenFile): Promise<OpenFile> {
		const file = this.#options.choose();
		if (file.url === current.file.url) return current;
		const wanted = this.#opened.get(file.url) ?? (await this.#open(file).catch(() => null));
		this.#stopped.throwIfAborted();
		const next = wanted && this.#findNext(wanted);
		const canBegin = next?.startsWithKeyFrame && next.start > this.#position - tolerance;
		return wanted && canBegin ? wanted : current;
	}

	/** Loads the index of a file. */
	async #open(file: FragmentedFile): Promise<OpenFile> {
		for (const bytes of [indexBytes, file.head]) {
			const response = await requestRange(file.url, 0, Math.min(bytes, file.head), this.#stopped);
			const opened = openFile(file, new Uint8Array(await response.arrayBuffer()));
			if (!opened) continue;
			this.#add(opened);
			return opened;
		}
		throw new Error('The file has no index.');
	}

	async #loadSegment(buffer: SourceBuffer, file: OpenFile, segment: Segment) {
		this.#stopped.throwIfAborted();
		const request = new AbortController();
		this.#loading = { file, segment, request };
		const requestedAt = performance.now();
		try {
			await loadRange(buffer, { url: file.file.url, ...segment }, request.signal);
			this.#options.onMeasured(segment.bytes, performance.now() - requestedAt);
			// A seek after the last byte has moved the position already.
			if (!request.signal.aborted) this.#setLoaded(file, segment);
		} catch (error) {
			this.#stopped.throwIfAborted();
			if (!request.signal.aborted) throw error;
			// After a seek, the parser of the buffer is in the middle of a segment.
			buffer.abort();
		} finally {
			this.#loading = null;
		}
	}

	/** Throws if the segment plays after the end of the video, or if segments are loaded again and again while playback does not move on. */
	#setLoaded({ file }: OpenFile, segment: Segment) {
		// The browser extends the duration to the end of what was added.
		if (this.#source.duration > this.#options.duration + indexTolerance) throw new StreamFaultError('gap');
		this.#position = getSegmentEnd(segment);
		this.#loadedFrom = segment.start;
		const key = `${file.url} ${segment.offset}`;
		if (!this.#loaded.has(key)) return void this.#loaded.add(key);
		const { currentTime } = this.#element;
		const madeUp = Math.abs(currentTime - this.#repeats.at) / repeatInterval;
		this.#repeats = { count: Math.max(0, this.#repeats.count - madeUp) + 1, at: currentTime };
		if (this.#repeats.count > maxRepeats) throw new StreamFaultError('gap');
	}

	/** Returns the segment that follows what is loaded, if there is one. */
	#findNext({ segments }: OpenFile): Segment | undefined {
		return segments.find((segment) => getSegmentEnd(segment) > this.#position + sameFrame);
	}

	readonly #onSeeking = () => {
		// What the browser removed meanwhile is loaded again without fault.
		this.#loaded.clear();
		this.#align();
		if (this.#loading && this.#findNext(this.#loading.file) !== this.#loading.segment) this.#loading.request.abort();
	};

	/** Moves the position to where data is missing at the current time: after a seek, or if the browser removed what was loaded. */
	#align() {
		const { currentTime } = this.#element;
		// The first frame may be a little late. Elsewhere the browser stops at a gap.
		const end = getBufferedEnd(this.#element, currentTime < tolerance ? tolerance : sameFrame);
		const start = this.#findKeyFrame(currentTime - tolerance);
		const isMissing =
			end === null
				? this.#position < start - sameFrame || this.#position > currentTime + tolerance
				: end < this.#loadedFrom - tolerance || end > this.#position + tolerance;
		if (!isMissing) return;
		const position = end === null ? start : this.#findSegmentEnd(end);
		this.#position = position;
		this.#loadedFrom = position;
	}

	/** Returns the end of the segment at which a buffered range ends; the end of the range if the browser removed a part of a segment. */
	#findSegmentEnd(end: number): number {
		const ends = [...this.#opened.values()].flatMap(({ segments }) => segments.map(getSegmentEnd));
		return ends.find((segmentEnd) => Math.abs(segmentEnd - end) <= tolerance / 2) ?? end;
	}

	/** Returns the start of the last segment before a time that all known sizes can begin with; 0 if there is none. */
	#findKeyFrame(time: number): number {
		const starts = [...this.#opened.values()].map(
			({ segments }) =>
				segments.findLast(({ start, startsWithKeyFrame }) => startsWithKeyFrame && start <= time)?.start ?? 0,
		);
		return starts.length > 0 ? Math.min(...starts) : 0;
	}

	/** Waits until less than the wanted time is loaded ahead. */
	async #waitUntilNeeded() {
		for (;;) {
			this.#align();
			const { currentTime, paused } = this.#element;
			const wanted = paused ? loadedAhead.paused : loadedAhead.playing;
			if (this.#position - currentTime < wanted) return;
			await this.#waitFor('timeupdate', 'play', 'seeking');
		}
	}

	async #waitFor(...types: string[]): Promise<void> {
		this.#stopped.throwIfAborted();
		this.isLoading = false;
		await waitForEvent(this.#element, types, { signal: this.#stopped });
		this.isLoading = true;
	}
}

interface ByteRange {
	url: string;
	offset: number;
	bytes: number;
}

interface LoadRangeOptions {
	/** Response to a request that was made ahead. */
	ahead?: Promise<Response> | undefined;
	onChunk?: (chunk: Uint8Array<ArrayBuffer>) => void;
}

/** Appends a range of a file as it arrives. After a lost connection, goes on with the first missing byte. */
async function loadRange(
	buffer: SourceBuffer,
	{ url, offset, bytes }: ByteRange,
	signal: AbortSignal,
	{ ahead, onChunk }: LoadRangeOptions = {},
): Promise<void> {
	let received = 0;
	let failures = 0;
	let requested = ahead;
	while (received < bytes) {
		try {
			const response = await (requested ?? requestRange(url, offset + received, bytes - received, signal));
			await appendAll(buffer, response, signal, (chunk) => {
				received += chunk.length;
				failures = 0;
				onChunk?.(chunk);
			});
			if (received < bytes) throw new BusyError('The response was cut off.');
		} catch (error) {
			signal.throwIfAborted();
			if (!isTemporary(error)) throw error;
			const delay = retryDelays[failures++];
			if (delay === undefined) throw error;
			await waitForEvent(window, ['online'], { signal, timeout: delay });
		}
		requested = undefined;
	}
}

/** Error of a response that another try may not have. */
class BusyError extends Error {}

/** Returns whether another try may succeed: the connection was lost, or the server was busy. */
function isTemporary(error: unknown): boolean {
	return error instanceof TypeError || error instanceof BusyError;
}

/** Requests `bytes` bytes of a file. Throws if the response is not this range. */
export async function requestRange(url: string, start: number, bytes: number, signal: AbortSignal): Promise<Response> {
	const response = await fetch(url, { headers: { range: `bytes=${start}-${start + bytes - 1}` }, signal });
	const { status } = response;
	if (status === 206) return response;
	void response.body?.cancel();
	const message = `Status ${status} instead of a range.`;
	throw status === 429 || status >= 500 ? new BusyError(message) : new Error(message);
}

interface WaitOptions {
	signal?: AbortSignal;
	/** Milliseconds after which the wait ends without an event. */
	timeout?: number;
}

/** Waits for the first of some events. Returns null after the timeout. */
function waitForEvent(
	target: EventTarget,
	types: string[],
	{ signal, timeout }: WaitOptions = {},
): Promise<Event | null> {
	return new Promise((resolve, reject) => {
		const done = new AbortController();
		const listen = (target: EventTarget, type: string, settle: (event: Event) => void) => {
			const listener = (event: Event) => {
				done.abort();
				settle(event);
			};
			target.addEventListener(type, listener, { signal: done.signal });
		};
		for (const type of types) listen(target, type, resolve);
		if (signal) listen(signal, 'abort', () => reject(signal.reason));
		if (timeout === undefined) return;
		const timer = setTimeout(() => {
			done.abort();
			resolve(null);
		}, timeout);
		done.signal.addEventListener('abort', () => clearTimeout(timer));
	});
}

/** Appends a body as it arrives. */
async function appendAll(
	buffer: SourceBuffer,
	{ body }: Response,
	signal: AbortSignal,
	onChunk: (chunk: Uint8Array<ArrayBuffer>) => void,
): Promise<void> {
	const reader = body?.getReader();
	try {
		for (;;) {
			const chunk = await reader?.read();
			if (!chunk || chunk.done) return;
			signal.throwIfAborted();
			await append(buffer, chunk.value);
			onChunk(chunk.value);
		}
	} finally {
		reader?.cancel().catch(() => {});
	}
}

async function append(buffer: SourceBuffer, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
	buffer.appendBuffer(bytes);
	// An error of the buffer, such as a removed source, comes before the end of the update.
	const event = await waitForEvent(buffer, ['updateend', 'error']);
	if (event?.type === 'error') throw new Error('The browser rejected a segment.');
}

function openFile(file: FragmentedFile, start: Uint8Array<ArrayBuffer>): OpenFile | undefined {
	const segments = parseSegmentIndex(start);
	return segments?.[0] && { file, description: start.slice(0, segments[0].offset), segments };
}

function getSegmentEnd({ start, duration }: Segment): number {
	return start + duration;
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
	const joined = new Uint8Array(first.length + second.length);
	joined.set(first);
	joined.set(second, first.length);
	return joined;
}
