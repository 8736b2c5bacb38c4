import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { uploadResponseSchema } from '../../contract/media.ts';
import * as mediaApiText from '../../contract/text/media-api.ts';
import { makeJpeg, makeVideo } from '../testing/media-files.ts';
import { createApiClient, exampleAdForm, requestUploadCapability, signUp, type TestPerson } from '../testing/people.ts';
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
	// The Cloudinary client reads this URL once, on import. The client uses plain HTTP only if the URL says so.
	vi.stubEnv('CLOUDINARY_URL', `cloudinary://key:secret@kasuwa?upload_prefix=${server.address}`);
	const { v2 } = await import('cloudinary');
	uploader = v2.uploader;
});
afterAll(async () => {
	await server.close();
	await rm(folder, { recursive: true });
});

test('the Cloudinary client uploads an unsigned picture for an ad', async () => {
	const { upload_preset, folder: into } = await requestUploadCapability(seller, 'image');
	const response = await uploader.unsigned_upload(join(folder, 'lamp.jpg'), upload_preset, { folder: into });
	expect(uploadResponseSchema.parse(response)).toMatchObject({ resource_type: 'image', original_filename: 'lamp' });
	const ad = await seller.client.createAd({
		body: { ...exampleAdForm, pictures: [{ secure_url: response.secure_url }] },
	});
	expect((await fetch(response.secure_url)).status).toBe(200);
	expect(ad.gallery).toHaveLength(1);
});

test('the Cloudinary client uploads a signed video that becomes playable', async () => {
	const { upload_preset } = await requestUploadCapability(seller, 'video');
	const response = await uploader.upload(join(folder, 'lamp.mp4'), { resource_type: 'video', upload_preset });
	expect(uploadResponseSchema.parse(response)).toMatchObject({ resource_type: 'video', duration: 1 });
	const { id: user_id, user_name } = seller.session;
	const form = { titlevideourl: response.secure_url, user_id, user_name, categories: 'Motorcycles', description: 'x' };
	const { id } = await seller.client.createVideoAd({ body: form as never });
	await server.jobs.whenIdle();
	const { normalads } = await createApiClient(server).getVideoAd({ params: { id: String(id), description: 'x' } });
	expect(normalads.state).toBe('ready');
});

test('the Cloudinary client uploads a stream', async () => {
	const { upload_preset } = await requestUploadCapability(seller, 'image');
	const bytes = await makeJpeg();
	const response = await new Promise((resolve, reject) => {
		uploader
			.upload_stream({ upload_preset }, (error, response) => (error ? reject(error) : resolve(response)))
			.end(bytes);
	});
	expect(uploadResponseSchema.parse(response).bytes).toBe(bytes.length);
});

test('the Cloudinary client receives our error message', async () => {
	const { upload_preset } = await requestUploadCapability(seller, 'image');
	const upload = uploader.unsigned_upload(join(folder, 'lamp.jpg'), upload_preset, { cloud_name: 'demo' });
	await expect(upload).rejects.toMatchObject({ message: mediaApiText.cloudUnknown, http_code: 404 });
});
