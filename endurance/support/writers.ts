import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Session } from '../../contract/accounts/accounts.ts';
import type { VideoAd } from '../../contract/ads/ads.ts';
import { ApiError, type CallOptions, type Client, createClient, NetworkError } from '../../contract/core/client.ts';
import { type MediaKind, type UploadResponse, uploadResponseSchema } from '../../contract/media/media.ts';
import { makeJpeg, makeVideo } from '../../server/testing/media-files.ts';
import { exampleAdForm, goodPassword, toFormData } from '../../server/testing/people.ts';

export interface AcknowledgedWrite {
	what: string;
	/** Checks that the server still shows the written data, and rejects otherwise. */
	check: () => Promise<void>;
}

export interface Writers {
	acknowledged: readonly AcknowledgedWrite[];
	videoAds: readonly number[];
	/** Returns how often a failed write was repeated, after the status 409 or 503 or an incomplete response. */
	retried: () => number;
	/** Returns the number of interrupted uploads that resumed at an offset above 0. */
	resumed: () => number;
	resume: () => void;
	/** Holds back further calls until `resume` is called, for example while the server is down. */
	pause: () => void;
	/** Resolves after `writes` more acknowledged writes. Rejects if a writer fails. */
	progress: (writes: number) => Promise<void>;
	/** Lets each writer finish its current task. Rejects if a writer failed. */
	finish: () => Promise<void>;
}

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

/** Milliseconds between two tries of a call. */
const retryInterval = 100;
const maxReads = 200;
/** Bytes in one piece of a resumable upload. */
const pieceBytes = 4096;
const pieceType = 'application/offset+octet-stream';

/**
 * Starts simulated people who sign up, post, comment, like, and upload pictures and videos. After a fault they repeat the failed call with
 * the same idempotency key, or continue the upload at the offset that the server reports.
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

	/** Sends a request with the person's own address in `X-Forwarded-For`. Throws `NetworkError` without a complete response. */
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

	/** Repeats `work` as long as its error is temporary. `isRepeat` tells `work` whether an earlier try may have had its effect. */
	async function retryUntilResponse<Result>(work: (isRepeat: boolean) => Promise<Result>): Promise<Result> {
		for (let isRepeat = false; ; isRepeat = true) {
			await open.promise;
			try {
				return await work(isRepeat);
			} catch (error) {
				if (!isTemporary(error)) throw error;
				retries += 1;
				await setTimeout(retryInterval);
			}
		}
	}

	/** Repeats a write as long as its error is temporary, with one idempotency key for all tries. */
	const writeOnce = <Result>(write: (options: CallOptions) => Promise<Result>): Promise<Result> => {
		const options = { idempotencyKey: randomUUID() };
		return retryUntilResponse(() => write(options));
	};

	async function signUp(): Promise<Person> {
		people += 1;
		const network = `10.${people >> 16}.${(people >> 8) & 255}.${people & 255}`;
		const visitor = createWriterClient(network);
		const user_name = `writer_${people}`;
		const email = `${user_name}@example.com`;
		const session = await retryUntilResponse(async (isRepeat) => {
			const form = { user_name, email, password: goodPassword };
			return visitor.signUp({ body: form }).catch((error: unknown) => {
				const isTaken = error instanceof ApiError && error.status === 422;
				// An earlier try created the account, but its response was lost.
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
				// The comment exists exactly once, even if it was sent several times.
				assertEqual(JSON.stringify(items.map(({ id }) => id)), JSON.stringify([comment.id]));
			});
			await retryUntilResponse(() => client.like({ params: target }));
			acknowledge(`the like of post ${post.id}`, async () =>
				assertEqual((await client.listMyLikes({ query: { posts: target.id } })).posts.length, 1),
			);
		}
		acknowledge(`all posts of ${session.user_name}, each once`, async () => {
			const { items } = await client.listMyPosts({ query: {} });
			assertEqual(JSON.stringify(items.map(({ id }) => id)), JSON.stringify(ids.toReversed()));
		});
	}

	const requestCapability = ({ client }: Person, kind: MediaKind, bytes: number) =>
		client.createUpload({ body: { kind, bytes, file_name: kind === 'image' ? 'a.jpg' : 'a.mp4' } });

	/** Uploads a file as a form. Each try needs a new upload capability (permission), because the previous try may have used its own. */
	function sendForm(person: Person, kind: MediaKind, file: Uint8Array<ArrayBuffer>): Promise<UploadResponse> {
		return retryUntilResponse(async () => {
			const { upload_url, upload_preset, cloud_name, folder } = await requestCapability(person, kind, file.length);
			const fields = Object.entries({ upload_preset, cloud_name, folder });
			const body = toFormData([...fields, ['file', { file }]]);
			return uploadResponseSchema.parse(parseBody(await send(person.network, upload_url, { method: 'POST', body })));
		});
	}

	async function sendPieces(person: Person): Promise<UploadResponse> {
		const tus = { 'tus-resumable': '1.0.0', authorization: `Bearer ${person.session.token}` };
		const path = await retryUntilResponse(async () => {
			const { resumable_url, upload_preset } = await requestCapability(person, 'video', film.length);
			const metadata = `upload_preset ${btoa(upload_preset)},filename ${btoa('a film.mp4')}`;
			const headers = { ...tus, 'upload-length': String(film.length), 'upload-metadata': metadata };
			const response = await send(person.network, resumable_url ?? '', { method: 'POST', headers });
			parseBody(response);
			return response.headers.get('location') ?? '';
		});
		let confirmed = 0;
		return retryUntilResponse(async (isRepeat) => {
			const state = await send(person.network, path, { method: 'HEAD', headers: tus });
			parseBody(state);
			let offset = Number(state.headers.get('upload-offset'));
			if (offset < confirmed)
				throw new Error(`The server confirmed ${confirmed} bytes of an upload, but has ${offset}`);
			if (isRepeat && offset > 0) resumes += 1;
			while (offset < film.length) {
				const piece = film.slice(offset, offset + pieceBytes);
				const headers = { ...tus, 'content-type': pieceType, 'upload-offset': String(offset) };
				const body = parseBody(await send(person.network, path, { method: 'PATCH', headers, body: piece }));
				offset += piece.length;
				confirmed = offset;
				if (offset === film.length) return uploadResponseSchema.parse(body);
			}
			// The upload is complete, but the response to its last piece was lost.
			return uploadResponseSchema.parse(parseBody(await send(person.network, path, { headers: tus })));
		});
	}

	async function postPictures(person: Person): Promise<void> {
		const { client } = person;
		const { secure_url } = await sendForm(person, 'image', jpeg);
		const ad = await writeOnce((options) =>
			client.createAd({ body: { ...exampleAdForm, pictures: [{ secure_url }] } }, options),
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
			const { category: categories } = exampleAdForm;
			const body = { titlevideourl, user_id, user_name, categories, description: user_name };
			const { id } = await writeOnce((options) => person.client.createVideoAd({ body }, options));
			videoAds.push(id);
			acknowledge(`video ad ${id}`, async () => {
				const { title, video } = await fetchVideoAd(person.client, id);
				assertEqual(title, user_name);
				const sizes = [...(video?.renditions ?? []), ...(video?.poster?.sizes ?? [])];
				for (const { url, bytes } of sizes) await fetchWhole(person, url, bytes);
			});
		};

	async function fetchWhole({ network }: Person, path: string, bytes: number): Promise<void> {
		const response = await send(network, path);
		if (response.status !== 200) throw new Error(`${path} responded with ${response.status}`);
		assertEqual(response.bytes.length, bytes);
	}

	async function runForever(work: WriterTask): Promise<void> {
		while (!isFinishing) await work(await signUp());
	}

	const byForm = postVideos((person) => sendForm(person, 'video', film));
	const inPieces = postVideos(sendPieces);
	const loops = [write, postPictures, byForm, inPieces].map(runForever);
	for (const loop of loops) loop.catch(failed.reject);

	return {
		acknowledged,
		videoAds,
		retried: () => retries,
		resumed: () => resumes,
		resume: () => open.resolve(),
		pause() {
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

/** Repeats a read while the server is down. Rejects after 200 tries. */
async function retryDuringOutage(read: () => Promise<void>): Promise<void> {
	for (let tries = 1; ; tries += 1) {
		try {
			return await read();
		} catch (error) {
			if (!isTemporary(error) || tries === maxReads) throw error;
			await setTimeout(retryInterval);
		}
	}
}

export async function fetchVideoAd(client: Client, id: number): Promise<VideoAd> {
	return (await client.getVideoAd({ params: { id: String(id), description: 'a-video' } })).normalads;
}

/** Whether a call may be repeated: there was no response, an incomplete one, or one with the status 409 or 503. */
function isTemporary(error: unknown): boolean {
	return error instanceof NetworkError || (error instanceof ApiError && [409, 503].includes(error.status));
}

/** Parses the JSON of a successful response. Throws `ApiError` for any other response, like the contract's client. */
function parseBody({ status, bytes }: HttpResponse): unknown {
	const text = bytes.toString();
	if (status >= 300) throw new ApiError(status, { code: 'internal', message: `${status} ${text}` });
	return text === '' ? undefined : JSON.parse(text);
}

function assertEqual(actual: unknown, expected: unknown): void {
	if (actual !== expected) throw new Error(`${actual} instead of ${expected}`);
}
