import { parseSegmentIndex, type Segment } from '../../contract/segment-index.ts';

/** One size of a video as a fragmented MP4. */
export interface FragmentedFile {
	url: string;
	bytes: number;
	/** Bytes from the start of the file to the end of the first segment. */
	head: number;
	codecs: string;
}

export interface StreamOptions {
	/** Chooses the size of the first segment and of each segment after it. */
	choose: () => FragmentedFile;
	/** Returns the response to a request for the head of a file that was made ahead, or null. */
	takeHead: (file: FragmentedFile) => Promise<Response> | null;
	/** Called with the bytes of a loaded segment and the milliseconds from its request to its last byte. */
	onMeasured: (bytes: number, milliseconds: number) => void;
}

/** Seconds that are loaded ahead of the current time while a video plays, and while it is paused. */
const loadedAhead = { playing: 8, paused: 2 };
/** Bytes in which the description and index of all but very long videos fit. */
const indexBytes = 4096;
/** Differences in seconds between the buffered range and the index, because sound and pictures do not end at the same time. */
const tolerance = 0.25;

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
 * Plays a fragmented video through Media Source. Loads one segment after the other, only a few seconds ahead. A failure arrives as an error
 * event of the element. Returns a function that stops loading.
 */
export function playStream(element: HTMLVideoElement, Source: MediaSourceClass, options: StreamOptions): () => void {
	const stopped = new AbortController();
	const source = new Source();
	const url = URL.createObjectURL(source);
	// Safari opens a managed source only if remote playback is off.
	element.disableRemotePlayback = true;
	element.src = url;
	source.addEventListener(
		'sourceopen',
		() => {
			URL.revokeObjectURL(url);
			new Stream(element, source, options, stopped.signal).load().catch(() => {
				if (!stopped.signal.aborted && source.readyState === 'open') source.endOfStream('network');
			});
		},
		{ once: true },
	);
	return () => stopped.abort();
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
	/** End of what was appended in seconds. */
	#position = 0;
	/** Aborts the current request when the viewer seeks to a part that is not loaded. */
	#seeked = new AbortController();

	constructor(element: HTMLVideoElement, source: MediaSource, options: StreamOptions, stopped: AbortSignal) {
		this.#element = element;
		this.#source = source;
		this.#options = options;
		this.#stopped = stopped;
	}

	async load(): Promise<void> {
		const first = this.#options.choose();
		const buffer = this.#source.addSourceBuffer(toMediaType(first.codecs));
		this.#element.addEventListener('seeking', this.#onSeeking, { signal: this.#stopped });
		let current = await this.#loadHead(buffer, first);
		this.#source.duration = getEnd(current.segments);
		while (!this.#stopped.aborted) {
			await this.#waitUntilNeeded();
			let chosen = await this.#open(this.#options.choose());
			// Another size can go on only with a key frame.
			if (chosen !== current && !this.#findNext(chosen)?.startsWithKeyFrame) chosen = current;
			const segment = this.#findNext(chosen);
			if (!segment) {
				if (this.#source.readyState === 'open') this.#source.endOfStream();
				await this.#waitFor('seeking');
				continue;
			}
			const seeked = this.#seeked.signal;
			try {
				if (chosen !== current) {
					if (chosen.file.codecs !== current.file.codecs) buffer.changeType(toMediaType(chosen.file.codecs));
					await append(buffer, chosen.description);
					current = chosen;
				}
				await this.#loadSegment(buffer, chosen.file, segment, seeked);
				if (!seeked.aborted) this.#position = segment.start + segment.duration;
			} catch (error) {
				if (!seeked.aborted || this.#stopped.aborted) throw error;
				// The parser of the buffer is in the middle of a segment.
				buffer.abort();
			}
		}
	}

	/** Loads the description, the index and the first segment with one request. The browser shows pictures before the last byte. */
	async #loadHead(buffer: SourceBuffer, file: FragmentedFile): Promise<OpenFile> {
		const requestedAhead = await this.#options.takeHead(file)?.catch(() => null);
		const requestedAt = performance.now();
		const response = requestedAhead ?? (await requestRange(file.url, 0, file.head, this.#stopped));
		let start = new Uint8Array();
		let opened: OpenFile | undefined;
		await appendAll(buffer, response, this.#stopped, (chunk) => {
			if (opened) return;
			start = concat(start, chunk);
			opened = this.#remember(file, start);
		});
		if (!requestedAhead) this.#options.onMeasured(file.head, performance.now() - requestedAt);
		const segment = opened?.segments[0];
		if (!opened || !segment) throw new Error('The file has no index.');
		// A seek may have moved the position already.
		if (this.#position === 0) this.#position = segment.start + segment.duration;
		return opened;
	}

	async #loadSegment(buffer: SourceBuffer, { url }: FragmentedFile, { offset, bytes }: Segment, seeked: AbortSignal) {
		const signal = AbortSignal.any([this.#stopped, seeked]);
		const requestedAt = performance.now();
		await appendAll(buffer, await requestRange(url, offset, bytes, signal), signal);
		this.#options.onMeasured(bytes, performance.now() - requestedAt);
	}

	/** Loads the index of a file, unless it is known. */
	async #open(file: FragmentedFile): Promise<OpenFile> {
		for (const bytes of [indexBytes, file.head]) {
			const known = this.#opened.get(file.url);
			if (known) return known;
			const response = await requestRange(file.url, 0, Math.min(bytes, file.head), this.#stopped);
			this.#remember(file, new Uint8Array(await response.arrayBuffer()));
		}
		const known = this.#opened.get(file.url);
		if (!known) throw new Error('The file has no index.');
		return known;
	}

	#remember(file: FragmentedFile, start: Uint8Array<ArrayBuffer>): OpenFile | undefined {
		const segments = parseSegmentIndex(start);
		if (!segments?.[0]) return;
		const opened = { file, description: start.slice(0, segments[0].offset), segments };
		this.#opened.set(file.url, opened);
		return opened;
	}

	/** Returns the segment that follows what was appended, if there is one. */
	#findNext({ segments }: OpenFile): Segment | undefined {
		return segments.find(({ start, duration }) => start + duration > this.#position + tolerance);
	}

	readonly #onSeeking = () => {
		const { currentTime } = this.#element;
		const end = getBufferedEnd(this.#element);
		this.#position = end ?? this.#findKeyFrame(currentTime);
		if (end !== null) return;
		this.#seeked.abort();
		this.#seeked = new AbortController();
	};

	/** Returns the start of the last segment before a time that all known sizes can begin with. */
	#findKeyFrame(time: number): number {
		const starts = [...this.#opened.values()].map(
			({ segments }) =>
				segments.findLast(({ start, startsWithKeyFrame }) => startsWithKeyFrame && start <= time)?.start,
		);
		return Math.min(...starts.map((start) => start ?? 0));
	}

	/** Waits until less than the wanted time is loaded ahead. */
	async #waitUntilNeeded() {
		for (;;) {
			const { currentTime, paused } = this.#element;
			const wanted = paused ? loadedAhead.paused : loadedAhead.playing;
			if (this.#position - currentTime < wanted) return;
			await this.#waitFor('timeupdate', 'play', 'seeking');
		}
	}

	#waitFor(...events: string[]): Promise<void> {
		return new Promise((resolve, reject) => {
			const done = new AbortController();
			const finish = (settle: () => void) => {
				done.abort();
				settle();
			};
			const { signal } = done;
			for (const event of events) this.#element.addEventListener(event, () => finish(resolve), { signal });
			const onStopped = () => finish(() => reject(this.#stopped.reason));
			if (this.#stopped.aborted) onStopped();
			else this.#stopped.addEventListener('abort', onStopped, { signal });
		});
	}
}

/** Requests `bytes` bytes of a file. Throws if the response is not this range. */
export async function requestRange(url: string, start: number, bytes: number, signal: AbortSignal): Promise<Response> {
	const response = await fetch(url, { headers: { range: `bytes=${start}-${start + bytes - 1}` }, signal });
	if (response.status !== 206) throw new Error(`Status ${response.status} instead of a range.`);
	return response;
}

/** Appends a body as it arrives. */
async function appendAll(
	buffer: SourceBuffer,
	{ body }: Response,
	signal: AbortSignal,
	onChunk?: (chunk: Uint8Array<ArrayBuffer>) => void,
): Promise<void> {
	const reader = body?.getReader();
	try {
		for (;;) {
			const chunk = await reader?.read();
			if (!chunk || chunk.done) return;
			signal.throwIfAborted();
			await append(buffer, chunk.value);
			onChunk?.(chunk.value);
		}
	} finally {
		reader?.cancel().catch(() => {});
	}
}

function append(buffer: SourceBuffer, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
	return new Promise((resolve, reject) => {
		// An error of the buffer, such as a removed source, also ends the update.
		buffer.addEventListener('updateend', () => resolve(), { once: true });
		buffer.addEventListener('error', reject, { once: true });
		buffer.appendBuffer(bytes);
	});
}

function getBufferedEnd({ buffered, currentTime }: HTMLVideoElement): number | null {
	for (let index = 0; index < buffered.length; index++) {
		const isInside = buffered.start(index) <= currentTime + tolerance && buffered.end(index) > currentTime;
		if (isInside) return buffered.end(index);
	}
	return null;
}

function getEnd(segments: readonly Segment[]): number {
	const last = segments.at(-1);
	return last ? last.start + last.duration : 0;
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
	const joined = new Uint8Array(first.length + second.length);
	joined.set(first);
	joined.set(second, first.length);
	return joined;
}
