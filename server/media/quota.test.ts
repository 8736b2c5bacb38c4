import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as mediaLimits from '../../contract/media/limits.ts';
import * as mediaApiText from '../../text/shared/media-api.ts';
import type { Engine } from '../database/index.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { defaultEngine, describeOnBothEngines } from '../testing/database.ts';
import { makeJpeg, makeVideo } from '../testing/media-files.ts';
import {
	exampleAdForm,
	requestUploadCapability,
	sendFile,
	signUp,
	type TestPerson,
	uploadPicture,
	uploadVideo,
} from '../testing/people.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import { resumableUploadPath } from './own-host.ts';
import type { MediaTables } from './tables.ts';

let server: TestServer;
let clock: FakeClock;
let seller: TestPerson;
let film: Buffer;

const { files: videos } = mediaLimits.unpublished.video;
const { files: pictures, bytes: pictureBytes } = mediaLimits.unpublished.image;

async function listUnpublished(person: TestPerson): Promise<number[]> {
	const rows = await server.db
		.tables<MediaTables>()
		.selectFrom('media')
		.select('id')
		.where('account_id', '=', person.session.id)
		.where('attached_at', 'is', null)
		.orderBy('id')
		.execute();
	return rows.map(({ id }) => id);
}

let seeds = 0;

/** Inserts `media` rows of unpublished files, without the files. */
async function seedUploads(
	person: TestPerson,
	kind: 'image' | 'video',
	{ count = 1, bytes }: { count?: number; bytes: number },
): Promise<void> {
	for (let index = 0; index < count; index += 1) {
		seeds += 1;
		const name = `${person.session.id}-${seeds}`;
		await server.db
			.tables<MediaTables>()
			.insertInto('media')
			.values({
				public_id: name,
				account_id: person.session.id,
				kind,
				state: 'ready',
				access: 'private',
				capability: name,
				secure_url: `/media/${name}/main`,
				file_name: 'a.jpg',
				bytes,
				created_at: clock.now(),
			})
			.execute();
	}
}

async function startResumableUpload(person: TestPerson): Promise<number> {
	const { upload_preset } = await requestUploadCapability(person, 'video', film.length);
	const metadata = `upload_preset ${Buffer.from(upload_preset).toString('base64')}`;
	const tus = { 'tus-resumable': '1.0.0', 'upload-length': String(film.length), 'upload-metadata': metadata };
	const headers = { ...tus, authorization: `Bearer ${person.token}` };
	return (await fetch(server.address + resumableUploadPath, { method: 'POST', headers })).status;
}

const quotaExceeded = {
	status: 429,
	problem: {
		message: expect.toBeOneOf([mediaApiText.tooManyVideosWaiting(videos), mediaApiText.tooManyPhotosWaiting(pictures)]),
	},
};

function useServer(engine: Engine = defaultEngine): void {
	beforeAll(async () => {
		film = await makeVideo();
		clock = createFakeClock(Date.now());
		server = await startTestServer({ engine, clock, runJobs: false });
	});
	afterAll(() => server.close());
	beforeEach(async () => {
		seller = await signUp(server);
	});
}

describe('quota of unpublished uploads', () => {
	useServer();

	test('evicts after an hour, oldest first', async () => {
		await uploadVideo(seller);
		clock.advance(60_000);
		for (let index = 1; index < videos; index += 1) {
			await seedUploads(seller, 'video', { bytes: film.length });
			clock.advance(60_000);
		}
		const before = await listUnpublished(seller);
		clock.advance(mediaLimits.unpublishedProtection - videos * 60_000);
		await uploadVideo(seller);
		expect((await listUnpublished(seller)).slice(0, -1)).toEqual(before.slice(1));
		await expect(requestUploadCapability(seller, 'video')).rejects.toMatchObject(quotaExceeded);
	});

	test('does not count published uploads', async () => {
		const { secure_url: titlevideourl } = await uploadVideo(seller);
		await seedUploads(seller, 'video', { count: videos - 1, bytes: film.length });
		const { id: user_id, user_name } = seller.session;
		const body = { titlevideourl, user_id, user_name, categories: 'Motorcycles', description: 'x' } as const;
		await seller.client.createVideoAd({ body });
		await uploadVideo(seller);
		await expect(requestUploadCapability(seller, 'video')).rejects.toMatchObject(quotaExceeded);
	});

	test('counts incomplete uploads and evicts them first', async () => {
		for (let index = 0; index < videos; index += 1) expect(await startResumableUpload(seller)).toBe(201);
		const before = await readdir(join(server.config.dataDir, 'unfinished-uploads'));
		const { upload_preset } = await requestUploadCapability(seller, 'video');
		expect(upload_preset).not.toBe('');
		for (let index = 0; index < videos; index += 1) await uploadVideo(seller);
		const uploads = server.db.tables<MediaTables>().selectFrom('uploads').select('id');
		expect(await uploads.where('account_id', '=', seller.session.id).execute()).toEqual([]);
		expect(before).toHaveLength(videos);
		await expect(startResumableUpload(seller)).rejects.toMatchObject(quotaExceeded);
	});

	test(`allows ${pictures} pictures`, async () => {
		await seedUploads(seller, 'image', { count: pictures - 1, bytes: 1000 });
		const { secure_url } = await uploadPicture(seller);
		await expect(requestUploadCapability(seller, 'image')).rejects.toMatchObject(quotaExceeded);
		await seller.client.createAd({ body: { ...exampleAdForm, pictures: [{ secure_url }] } });
		await uploadPicture(seller);
	});

	test('limits bytes', async () => {
		const jpeg = await makeJpeg();
		await seedUploads(seller, 'image', { bytes: pictureBytes - jpeg.length });
		await expect(requestUploadCapability(seller, 'image', jpeg.length + 1)).rejects.toMatchObject(quotaExceeded);
		await uploadPicture(seller, jpeg);
		await expect(requestUploadCapability(seller, 'image', 1)).rejects.toMatchObject(quotaExceeded);
	});
});

describeOnBothEngines('quota of concurrent uploads', (engine) => {
	useServer(engine);

	test(`allows ${videos} videos`, async () => {
		const capabilities = await Promise.all(
			Array.from({ length: videos + 3 }, () => requestUploadCapability(seller, 'video')),
		);
		const sent = await Promise.all(capabilities.map((capability) => sendFile(capability, film, 'a.mp4')));
		expect(sent.map(({ status }) => status).sort()).toEqual([...Array(videos).fill(200), 429, 429, 429]);
		const rejected = sent.find(({ status }) => status === 429);
		expect(Number(rejected?.headers.get('retry-after'))).toBeGreaterThan(3500);
		expect(await listUnpublished(seller)).toHaveLength(videos);
		await expect(requestUploadCapability(seller, 'video')).rejects.toMatchObject(quotaExceeded);

		// Pictures and other accounts have separate quotas.
		await uploadPicture(seller);
		await uploadVideo(await signUp(server));
	});
});
