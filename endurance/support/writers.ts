import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Session } from '../../contract/accounts.ts';
import type { VideoAd } from '../../contract/ads.ts';
import { ApiError, type CallOptions, type Client, createClient, NetworkError } from '../../contract/client.ts';
import { type MediaKind, type UploadResponse, uploadResponse } from '../../contract/media.ts';
import { makeJpeg, makeVideo } from '../../server/testing/media-files.ts';
import { goodPassword, lamp, toFormData } from '../../server/testing/people.ts';

/** A write that the server has acknowledged. */
export interface AcknowledgedWrite {
	what: string;
	/** Rejects where the server does not show it any more. */
	check: () => Promise<void>;
}

export interface Writers {
	/** Every write acknowledged so far, in order. */
	acknowledged: readonly AcknowledgedWrite[];
	/** Ids of the video ads that were acknowledged. */
	videoAds: readonly number[];
	/** Writes that had to be tried again because no answer came, or 503. */
	retried: () => number;
	/** Uploads that went on at an offset above 0 after they had broken off. */
	resumed: () => number;
	/** Lets calls go out; until then they wait. */
	resume: () => void;
	/** Holds back further calls, as while there is no server. */
	retryDelay: () => void;
	/** Resolves once so many further writes are acknowledged; rejects where a writer fails. */
	progress: (writes: number) => Promise<void>;
	/** Lets every writer end what it has begun; rejects where one has failed. */
	finish: () => Promise<void>;
}

/** What somebody does after signing up. */
type WriterTask = (person: Person) => Promise<void>;

interface HttpResponse {
	status: number;
	headers: Headers;
	bytes: Buffer;
}

interface Person {
	session: Session;
	client: Client;
	network: string;
}

/** Milliseconds until what was refused for the moment is tried again. */
const pause = 100;
const maxReads = 200;
/** Of a piece of an upload. */
const pieceBytes = 4096;
const pieceType = 'application/offset+octet-stream';

/**
 * People who sign up, post, comment, like and send pictures and videos, one after the other in each of a few lines, and go on after
 * whatever breaks: with the same idempotency key, or at the offset that the server tells.
 */
export async function startWriters(server: () => { address: string }): Promise<Writers> {
	const [jpeg, film] = [new Uint8Array(await makeJpeg({ width: 300, height: 200 })), new Uint8Array(await makeVideo())];
	const acknowledged: AcknowledgedWrite[] = [];
	const videoAds: number[] = [];
	const listeners = new Set<() => void>();
	let [people, retries, resumes] = [0, 0, 0];
	let isFinishing = false;
	let open = Promise.withResolvers<void>();
	const failed = Promise.withResolvers<never>();
	failed.promise.catch(() => {});

	function acknowledge(what: string, check: () => Promise<void>): void {
		acknowledged.push({ what, check: () => retryDuringOutage(check) });
		for (const listener of listeners) listener();
	}

	/** Each person calls from a network of their own, as through a proxy. Throws `NetworkError` where no whole answer comes. */
	async function send(network: string, path: string, init: RequestInit = {}): Promise<HttpResponse> {
		const headers = { ...(init.headers as Record<string, string>), 'x-forwarded-for': network };
		try {
			const response = await fetch(new URL(path, server().address), { ...init, headers });
			return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
		} catch (cause) {
			throw new NetworkError(cause);
		}
	}

	function createWriterClient(network: string, token?: string): Client {
		return createClient(async ({ method, path, headers, body }) => {
			const authorization = token && { authorization: `Bearer ${token}` };
			const init = { method, headers: { ...headers, ...authorization }, ...(body !== undefined && { body }) };
			const { status, bytes } = await send(network, path, init);
			return { status, text: bytes.toString() };
		});
	}

	/** Tries until there is an answer. `work` is told whether an earlier try may have had its effect. */
	async function untilAnswered<Result>(work: (isRepeat: boolean) => Promise<Result>): Promise<Result> {
		for (let isRepeat = false; ; isRepeat = true) {
			await open.promise;
			try {
				return await work(isRepeat);
			} catch (error) {
				if (!isTemporary(error)) throw error;
				retries += 1;
				await setTimeout(pause);
			}
		}
	}

	/** A write with an idempotency key of its own, which every try of it has. */
	const writeOnce = <Result>(write: (options: CallOptions) => Promise<Result>): Promise<Result> => {
		const options = { idempotencyKey: randomUUID() };
		return untilAnswered(() => write(options));
	};

	async function signUp(): Promise<Person> {
		people += 1;
		const network = `10.${people >> 16}.${(people >> 8) & 255}.${people & 255}`;
		const visitor = createWriterClient(network);
		const user_name = `writer_${people}`;
		const email = `${user_name}@example.com`;
		const session = await untilAnswered(async (isRepeat) => {
			const form = { user_name, email, password: goodPassword };
			return visitor.signUp({ body: form }).catch((error: unknown) => {
				const isTaken = error instanceof ApiError && error.status === 422;
				// The answer to an earlier try was lost.
				if (isRepeat && isTaken) return visitor.logIn({ body: { email, password: goodPassword } });
				throw error;
			});
		});
		const client = createWriterClient(network, session.token);
		acknowledge(`the session of ${user_name}`, async () => assertEqual((await client.getMe()).id, session.id));
		return { session, client, network };
	}

	async function write({ client, session }: Person): Promise<void> {
		const ids: number[] = [];
		for (let count = 0; count < 3; count += 1) {
			const text = `Number ${count} of ${session.user_name}`;
			const post = await writeOnce((options) => client.createPost({ body: { kind: 'tweet', text } }, options));
			ids.push(post.id);
			const target = { target: 'posts' as const, id: String(post.id) };
			acknowledge(`post ${post.id}`, async () =>
				assertEqual((await client.getPost({ params: { id: target.id } })).text, text),
			);
			const comment = await writeOnce((options) => client.createComment({ params: target, body: { text } }, options));
			acknowledge(`comment ${comment.id}`, async () => {
				const { items } = await client.listComments({ params: target, query: {} });
				// Once, though it may have been sent more often.
				assertEqual(JSON.stringify(items.map(({ id }) => id)), JSON.stringify([comment.id]));
			});
			await untilAnswered(() => client.like({ params: target }));
			acknowledge(`the like of post ${post.id}`, async () =>
				assertEqual((await client.listMyLikes({ query: { posts: target.id } })).posts.length, 1),
			);
		}
		acknowledge(`all posts of ${session.user_name}, each once`, async () => {
			const { items } = await client.listMyPosts({ query: {} });
			assertEqual(JSON.stringify(items.map(({ id }) => id)), JSON.stringify(ids.toReversed()));
		});
	}

	const capability = ({ client }: Person, kind: MediaKind, bytes: number) =>
		client.createUpload({ body: { kind, bytes, file_name: kind === 'image' ? 'a.jpg' : 'a.mp4' } });

	/** Sends a file as a form, with a new capability at each try: the one before may be spent. */
	function sendForm(person: Person, kind: MediaKind, file: Uint8Array<ArrayBuffer>): Promise<UploadResponse> {
		return untilAnswered(async () => {
			const { upload_url, upload_preset, cloud_name, folder } = await capability(person, kind, file.length);
			const fields = Object.entries({ upload_preset, cloud_name, folder });
			const body = toFormData([...fields, ['file', { file }]]);
			return uploadResponse.parse(parseBody(await send(person.network, upload_url, { method: 'POST', body })));
		});
	}

	/** Sends the film in pieces. */
	async function sendPieces(person: Person): Promise<UploadResponse> {
		const tus = { 'tus-resumable': '1.0.0', authorization: `Bearer ${person.session.token}` };
		const path = await untilAnswered(async () => {
			const { resumable_url, upload_preset } = await capability(person, 'video', film.length);
			const metadata = `upload_preset ${btoa(upload_preset)},filename ${btoa('a film.mp4')}`;
			const headers = { ...tus, 'upload-length': String(film.length), 'upload-metadata': metadata };
			const begun = await send(person.network, resumable_url ?? '', { method: 'POST', headers });
			parseBody(begun);
			return begun.headers.get('location') ?? '';
		});
		let confirmed = 0;
		return untilAnswered(async (isRepeat) => {
			const state = await send(person.network, path, { method: 'HEAD', headers: tus });
			parseBody(state);
			let offset = Number(state.headers.get('upload-offset'));
			if (offset < confirmed) throw new Error(`Of ${confirmed} bytes of an upload ${offset} are left`);
			if (isRepeat && offset > 0) resumes += 1;
			while (offset < film.length) {
				const piece = film.slice(offset, offset + pieceBytes);
				const headers = { ...tus, 'content-type': pieceType, 'upload-offset': String(offset) };
				const answer = parseBody(await send(person.network, path, { method: 'PATCH', headers, body: piece }));
				offset += piece.length;
				confirmed = offset;
				if (offset === film.length) return uploadResponse.parse(answer);
			}
			// All of it was there, and the answer was lost.
			return uploadResponse.parse(parseBody(await send(person.network, path, { headers: tus })));
		});
	}

	async function postPictures(person: Person): Promise<void> {
		const { client } = person;
		const { secure_url } = await sendForm(person, 'image', jpeg);
		const ad = await writeOnce((options) =>
			client.createAd({ body: { ...lamp, pictures: [{ secure_url }] } }, options),
		);
		acknowledge(`picture ad ${ad.id}`, async () => {
			const { gallery } = await client.getAd({ params: { id: String(ad.id) } });
			assertEqual(gallery.length, 1);
			for (const picture of gallery) for (const { url, bytes } of picture.sizes) await fetchWhole(person, url, bytes);
		});
	}

	const postVideos =
		(upload: (person: Person) => Promise<UploadResponse>): WriterTask =>
		async (person) => {
			const { secure_url: titlevideourl } = await upload(person);
			const { id: user_id, user_name } = person.session;
			const { category: categories } = lamp;
			const body = { titlevideourl, user_id, user_name, categories, description: user_name };
			const { id } = await writeOnce((options) => person.client.createVideoAd({ body }, options));
			videoAds.push(id);
			acknowledge(`video ad ${id}`, async () => {
				const { title, video } = await getVideo(person.client, id);
				assertEqual(title, user_name);
				const sizes = [...(video?.renditions ?? []), ...(video?.poster?.sizes ?? [])];
				for (const { url, bytes } of sizes) await fetchWhole(person, url, bytes);
			});
		};

	async function fetchWhole({ network }: Person, path: string, bytes: number): Promise<void> {
		const response = await send(network, path);
		if (response.status !== 200) throw new Error(`${path} answers ${response.status}`);
		assertEqual(response.bytes.length, bytes);
	}

	async function runForever(work: WriterTask): Promise<void> {
		while (!isFinishing) await work(await signUp());
	}

	const byForm = postVideos((person) => sendForm(person, 'video', film));
	const inPieces = postVideos(sendPieces);
	const loops = [write, postPictures, byForm, inPieces].map(runForever);
	for (const line of loops) line.catch(failed.reject);

	return {
		acknowledged,
		videoAds,
		retried: () => retries,
		resumed: () => resumes,
		resume: () => open.resolve(),
		retryDelay() {
			open = Promise.withResolvers();
		},
		async progress(writes) {
			const enough = Promise.withResolvers<void>();
			const aim = acknowledged.length + writes;
			const listener = () => acknowledged.length >= aim && enough.resolve();
			listeners.add(listener);
			await Promise.race([enough.promise, failed.promise]).finally(() => listeners.delete(listener));
		},
		async finish() {
			isFinishing = true;
			await Promise.all(loops);
		},
	};
}

/** Reads again while no answer comes, or 503; rejects after some seconds of that. */
async function retryDuringOutage(read: () => Promise<void>): Promise<void> {
	for (let tries = 1; ; tries += 1) {
		try {
			return await read();
		} catch (error) {
			if (!isTemporary(error) || tries === maxReads) throw error;
			await setTimeout(pause);
		}
	}
}

/** A video ad as everybody sees it. */
export async function getVideo(client: Client, id: number): Promise<VideoAd> {
	return (await client.getVideoAd({ params: { id: String(id), description: 'a-video' } })).normalads;
}

/** No answer, one that broke off, or one that says that the same works later. */
function isTemporary(error: unknown): boolean {
	return error instanceof NetworkError || (error instanceof ApiError && [409, 503].includes(error.status));
}

/** The JSON of a success; throws `ApiError` otherwise, as the contract's client does. */
function parseBody({ status, bytes }: HttpResponse): unknown {
	const text = bytes.toString();
	if (status >= 300) throw new ApiError(status, { code: 'internal', message: `${status} ${text}` });
	return text === '' ? undefined : JSON.parse(text);
}

function assertEqual(actual: unknown, expected: unknown): void {
	if (actual !== expected) throw new Error(`${actual} in place of ${expected}`);
}
