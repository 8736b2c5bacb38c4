import { request } from 'node:http';
import sharp from 'sharp';
import type { Session } from '../contract/accounts.ts';
import type { MediaKind, UploadCapability } from '../contract/media.ts';

/** Sends the concatenated `parts` as the body of a POST request. Returns the response body, and throws unless the status is 200. */
export function postRawBody(url: string, type: string, parts: readonly Buffer[]): Promise<string> {
	return new Promise((resolve, reject) => {
		const length = parts.reduce((sum, part) => sum + part.length, 0);
		const headers = { 'content-type': type, 'content-length': length };
		const sending = request(url, { method: 'POST', headers }, (response) => {
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
