import { request } from 'node:http';
import type { Session } from '../contract/accounts.ts';
import type { UploadCapability } from '../contract/media.ts';

/** Sends bytes as they are; answers the body. Throws for anything but success. */
export function send(url: string, type: string, parts: readonly Buffer[]): Promise<string> {
	return new Promise((resolve, reject) => {
		const length = parts.reduce((sum, part) => sum + part.length, 0);
		const headers = { 'content-type': type, 'content-length': length };
		const sending = request(url, { method: 'POST', headers }, (answer) => {
			let text = '';
			answer.setEncoding('utf8');
			answer.on('data', (chunk: string) => {
				text += chunk;
			});
			answer.on('end', () => (answer.statusCode === 200 ? resolve(text) : reject(new Error(text))));
		}).on('error', reject);
		for (const part of parts) sending.write(part);
		sending.end();
	});
}

async function call<Answer>(url: string, body: unknown, token?: string): Promise<Answer> {
	const answer = await fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
		body: JSON.stringify(body),
	});
	if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
	return (await answer.json()) as Answer;
}

export function signUp(url: string): Promise<Session> {
	const user_name = `bench_${Date.now()}`;
	return call(`${url}/api/signup`, { user_name, email: `${user_name}@example.com`, password: 'zebra-crossing-9' });
}

/** The form of a video with a capability of its own, ready to be sent. */
export async function videoForm(url: string, session: Session, video: Buffer) {
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

/** Publishes an uploaded video; answers its id. */
export async function publish(url: string, session: Session, secureUrl: string): Promise<number> {
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
