import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import type { Session } from '../contract/accounts/accounts.ts';
import * as mediaLimits from '../contract/media/limits.ts';
import type { MediaKind, UploadCapability } from '../contract/media/media.ts';
import { compareAlternately, startProgram } from './measure.ts';
import { printLine, printRatio, toSpeedRatio } from './report.ts';

const rounds = 5;

/** Sends the concatenated `parts` as the body of a POST request. Returns the response body, and throws unless the status is 200. */
export function postRawBody(url: string, type: string, parts: readonly Buffer[]): Promise<string> {
	return sendRawBody(url, 'POST', { 'content-type': type }, parts);
}

function sendRawBody(
	url: string,
	method: string,
	extraHeaders: Record<string, string>,
	parts: readonly Buffer[],
): Promise<string> {
	return new Promise((resolve, reject) => {
		const length = parts.reduce((sum, part) => sum + part.length, 0);
		const headers = { ...extraHeaders, 'content-length': length };
		const sending = request(url, { method, headers }, (response) => {
			let text = '';
			response.setEncoding('utf8');
			response.on('data', (chunk: string) => {
				text += chunk;
			});
			response.on('end', () => (response.statusCode === 200 ? resolve(text) : reject(new Error(text))));
		}).on('error', reject);
		for (const part of parts) sending.write(part);
		sending.end();
	});
}

export async function call<Body>(url: string, body: unknown, token?: string, method = 'POST'): Promise<Body> {
	const response = await fetch(url, {
		method,
		headers: {
			...(body !== undefined && { 'content-type': 'application/json' }),
			...(token && { authorization: `Bearer ${token}` }),
		},
		body: JSON.stringify(body),
	});
	if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
	return (await response.json()) as Body;
}

/** Password of the accounts of `signUp`. */
export const password = 'zebra-crossing-9';

export function signUp(url: string): Promise<Session> {
	const user_name = `bench_${Date.now()}`;
	return call(`${url}/api/signup`, { user_name, email: `${user_name}@example.com`, password });
}

export const buildVideoForm = (url: string, session: Session, video: Buffer) => buildForm(url, session, 'video', video);

/** Builds the multipart form that uploads a file, with a new upload capability (permission to upload one file). */
export async function buildForm(url: string, session: Session, kind: MediaKind, bytes: Buffer) {
	const [name, type] = kind === 'video' ? ['video.mp4', 'video/mp4'] : ['picture.jpg', 'image/jpeg'];
	const file = { kind, bytes: bytes.length, file_name: name };
	const capability = await call<UploadCapability>(`${url}/api/uploads`, file, session.token);
	const boundary = 'kasuwa-bench';
	const field = (name: string, value: string) =>
		`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
	const head = [
		field('upload_preset', capability.upload_preset),
		field('cloud_name', capability.cloud_name),
		field('folder', capability.folder),
		`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n`,
		`content-type: ${type}\r\n\r\n`,
	].join('');
	return {
		url: capability.upload_url,
		type: `multipart/form-data; boundary=${boundary}`,
		parts: [Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)],
	};
}

export async function publishVideoAd(url: string, session: Session, secureUrl: string): Promise<number> {
	const { id } = await call<{ id: number }>(
		`${url}/videotest`,
		{
			titlevideourl: secureUrl,
			user_id: session.id,
			user_name: session.user_name,
			categories: 'Entertainment',
			description: 'A video that is measured',
		},
		session.token,
	);
	return id;
}

/** Makes a picture of the size of a phone's photos. */
export function makePhoto(): Promise<Buffer> {
	const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
	const create = { width: 3000, height: 4000, channels: 3, background: '#888', noise } as const;
	return sharp({ create }).blur(3).jpeg().toBuffer();
}

/** Publishes an ad with one picture. Returns the paths of the picture's files. */
export async function publishPictureAd(url: string, seller: Session, picture: Buffer): Promise<string[]> {
	const form = await buildForm(url, seller, 'image', picture);
	const { secure_url } = JSON.parse(await postRawBody(form.url, form.type, form.parts)) as { secure_url: string };
	const ad = await call<{ gallery: { sizes: { url: string }[] }[] }>(
		`${url}/api/ads`,
		{
			title: 'Clean generator',
			category: 'Furniture & Home Items',
			description: 'Starts at the first pull.',
			price_kobo: 1_500_000,
			place: 'Yaba, Lagos',
			pictures: [{ secure_url }],
		},
		seller.token,
	);
	return ad.gallery.flatMap(({ sizes }) => sizes.map((size) => size.url));
}

/** Extends a video to a number of bytes by a box that players skip. */
function padVideo(video: Buffer, bytes: number): Buffer {
	const box = Buffer.alloc(bytes - video.length);
	box.writeUInt32BE(box.length, 0);
	box.write('free', 4, 'latin1');
	return Buffer.concat([video, box]);
}

/** Measures uploads of the largest video by the form and by tus, each beside plain Fastify that only writes the same body to disk. */
export async function measureUploads(folder: string, small: Buffer): Promise<void> {
	// The server runs no jobs, because processing an uploaded video would slow down the next measurement.
	const server = await startProgram('server.ts', [], { DATA_DIR: join(folder, 'uploads'), WORKERS: 'off' });
	const bare = await startProgram('baseline.ts', [server.url, join(folder, 'bare-upload')]);
	const video = padVideo(small, mediaLimits.videoBytes);
	const chunk = 'application/offset+octet-stream';
	// Each upload has an account of its own, because an account has a quota of unpublished videos.
	const buildUpload = async () => buildVideoForm(server.url, await signUp(server.url), video);

	async function sendForm(target?: string): Promise<number> {
		const form = await buildUpload();
		return measure(() => postRawBody(target ?? form.url, form.type, form.parts));
	}
	async function sendResumable(): Promise<number> {
		const session = await signUp(server.url);
		const location = await createResumableUpload(server.url, session, video.length);
		const headers = { 'tus-resumable': '1.0.0', 'upload-offset': '0', authorization: `Bearer ${session.token}` };
		return measure(() => sendRawBody(location, 'PATCH', { ...headers, 'content-type': chunk }, [video]));
	}
	const sendBare = () => measure(() => sendRawBody(`${bare.url}/upload`, 'PATCH', { 'content-type': chunk }, [video]));
	try {
		printRatio(
			'upload of 50 MB by form, of bare busboy with fsync',
			'≥ 0.90',
			toSpeedRatio(await compareAlternately(rounds, sendForm, () => sendForm(`${bare.url}/form`))),
			'ms',
		);
		printRatio(
			'upload of 50 MB by tus, of a bare PATCH with fsync',
			'≥ 0.80',
			toSpeedRatio(await compareAlternately(rounds, sendResumable, sendBare)),
			'ms',
		);
	} finally {
		await Promise.all([server.close(), bare.close()]);
	}
}

async function measure(work: () => Promise<unknown>): Promise<number> {
	const start = performance.now();
	await work();
	return performance.now() - start;
}

/** Starts a resumable upload of a video. Returns its URL. */
async function createResumableUpload(url: string, session: Session, bytes: number): Promise<string> {
	const file = { kind: 'video', bytes, file_name: 'video.mp4' };
	const capability = await call<UploadCapability>(`${url}/api/uploads`, file, session.token);
	const encode = (text: string) => Buffer.from(text).toString('base64');
	const response = await fetch(capability.resumable_url ?? '', {
		method: 'POST',
		headers: {
			'tus-resumable': '1.0.0',
			authorization: `Bearer ${session.token}`,
			'upload-length': `${bytes}`,
			'upload-metadata': `upload_preset ${encode(capability.upload_preset)},filename ${encode('video.mp4')}`,
		},
	});
	if (response.status !== 201) throw new Error(`A resumable upload cannot be started: ${response.status}`);
	return new URL(response.headers.get('location') ?? '', url).href;
}

/** Measures the time from the start of an upload until a video that browsers can play as it is can be played. */
export async function measurePlayable(folder: string, video: Buffer): Promise<void> {
	const server = await startProgram('server.ts', [], { DATA_DIR: join(folder, 'playable') });
	try {
		await measureTimeToPlayable(server.url, await signUp(server.url), video);
	} finally {
		await server.close();
	}
}

async function measureTimeToPlayable(url: string, session: Session, video: Buffer): Promise<void> {
	const form = await buildVideoForm(url, session, video);
	const start = performance.now();
	const { secure_url } = JSON.parse(await postRawBody(form.url, form.type, form.parts)) as { secure_url: string };
	const uploaded = performance.now();
	const id = await publishVideoAd(url, session, secure_url);
	const published = performance.now();
	for (;;) {
		const response = await fetch(`${url}/sellerstories/${id}/video`);
		const { normalads } = (await response.json()) as { normalads: { state: string } };
		if (normalads.state === 'ready') break;
		if (normalads.state === 'failed') throw new Error('The video failed');
		// Without a pause, the requests would take processor time from the preparation.
		await setTimeout(10);
	}
	const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(2);
	const ready = performance.now();
	const parts = `upload ${seconds(start, uploaded)}, ad ${seconds(uploaded, published)}, then ${seconds(published, ready)}`;
	printLine('a video that needs remuxing only is playable after', `${seconds(start, ready)} s (${parts})`, '≤ 1 s');
}
