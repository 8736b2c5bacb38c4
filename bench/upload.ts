import { request } from 'node:http';
import type { Session } from '../contract/accounts.ts';
import type { UploadCapability } from '../contract/media.ts';

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

export function signUp(url: string): Promise<Session> {
	const user_name = `bench_${Date.now()}`;
	return call(`${url}/api/signup`, { user_name, email: `${user_name}@example.com`, password: 'zebra-crossing-9' });
}

/** Builds the multipart form that uploads a video, with a new upload capability (permission to upload one file). */
export async function buildVideoForm(url: string, session: Session, video: Buffer) {
	const file = { kind: 'video', bytes: video.length, file_name: 'video.mp4' };
	const capability = await call<UploadCapability>(`${url}/api/uploads`, file, session.token);
	const boundary = 'kasuwa-bench';
	const field = (name: string, value: string) =>
		`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
	const head = [
		field('upload_preset', capability.upload_preset),
		field('cloud_name', capability.cloud_name),
		field('folder', capability.folder),
		`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="video.mp4"\r\n`,
		'content-type: video/mp4\r\n\r\n',
	].join('');
	return {
		url: capability.upload_url,
		type: `multipart/form-data; boundary=${boundary}`,
		parts: [Buffer.from(head), video, Buffer.from(`\r\n--${boundary}--\r\n`)],
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
