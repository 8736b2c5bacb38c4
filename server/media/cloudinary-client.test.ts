import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { uploadResponse } from '../../contract/media.ts';
import * as mediaApiText from '../../contract/text/media-api.ts';
import { makeJpeg, makeVideo } from '../testing/media-files.ts';
import { createApiClient, lamp, requestCapability, signUp, type TestPerson } from '../testing/people.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';

let server: TestServer;
let seller: TestPerson;
let folder: string;
let uploader: typeof import('cloudinary').v2.uploader;

beforeAll(async () => {
	server = await startTestServer();
	seller = await signUp(server);
	folder = await mkdtemp(join(tmpdir(), 'kasuwa-cloudinary-'));
	await writeFile(join(folder, 'lamp.jpg'), await makeJpeg());
	await writeFile(join(folder, 'lamp.mp4'), await makeVideo());
	// Read once, when it is loaded: only there can it be told to speak plain HTTP.
	vi.stubEnv('CLOUDINARY_URL', `cloudinary://key:secret@kasuwa?upload_prefix=${server.address}`);
	const { v2 } = await import('cloudinary');
	uploader = v2.uploader;
});
afterAll(async () => {
	await server.close();
	await rm(folder, { recursive: true });
});

test('uploads a picture without a signature, of which an ad is made', async () => {
	const { upload_preset, folder: into } = await requestCapability(seller, 'image');
	const answer = await uploader.unsigned_upload(join(folder, 'lamp.jpg'), upload_preset, { folder: into });
	expect(uploadResponse.parse(answer)).toMatchObject({ resource_type: 'image', original_filename: 'lamp' });
	const ad = await seller.client.createAd({ body: { ...lamp, pictures: [{ secure_url: answer.secure_url }] } });
	expect((await fetch(answer.secure_url)).status).toBe(200);
	expect(ad.gallery).toHaveLength(1);
});

test('uploads a video with a signature of its own, which is played', async () => {
	const { upload_preset } = await requestCapability(seller, 'video');
	const answer = await uploader.upload(join(folder, 'lamp.mp4'), { resource_type: 'video', upload_preset });
	expect(uploadResponse.parse(answer)).toMatchObject({ resource_type: 'video', duration: 1 });
	const { id: user_id, user_name } = seller.session;
	const form = { titlevideourl: answer.secure_url, user_id, user_name, categories: 'Motorcycles', description: 'x' };
	const { id } = await seller.client.createVideoAd({ body: form as never });
	await server.jobs.whenIdle();
	const { normalads } = await createApiClient(server).getVideoAd({ params: { id: String(id), description: 'x' } });
	expect(normalads.state).toBe('ready');
});

test('uploads as a stream', async () => {
	const { upload_preset } = await requestCapability(seller, 'image');
	const bytes = await makeJpeg();
	const answer = await new Promise((resolve, reject) => {
		uploader.upload_stream({ upload_preset }, (error, answer) => (error ? reject(error) : resolve(answer))).end(bytes);
	});
	expect(uploadResponse.parse(answer).bytes).toBe(bytes.length);
});

test('is told what is wrong in our words', async () => {
	const { upload_preset } = await requestCapability(seller, 'image');
	const upload = uploader.unsigned_upload(join(folder, 'lamp.jpg'), upload_preset, { cloud_name: 'demo' });
	await expect(upload).rejects.toMatchObject({ message: mediaApiText.cloudUnknown, http_code: 404 });
});
