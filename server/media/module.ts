import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Accounts } from '../accounts/index.ts';
import { createLocks } from '../platform/locks.ts';
import type { Platform } from '../platform/platform.ts';
import { getOrCreateSecret } from '../platform/secrets.ts';
import { createAvatars } from './avatars.ts';
import { serveMedia } from './delivery.ts';
import { createMediaJobs, sweepStaging } from './jobs.ts';
import { createMedia } from './media.ts';
import { mediaData } from './personal-data.ts';
import { createQuota } from './quota.ts';
import { createResumableUploads } from './resumable-uploads.ts';
import { mediaRoutes } from './routes.ts';
import { serveResumableUploads } from './serve-resumable-uploads.ts';
import { createSignedUrls } from './signed-urls.ts';

const hour = 3_600_000;

export async function createMediaModule(deps: Platform & { accounts: Accounts }) {
	const { db, clock, files, config, logger, staging, accounts } = deps;
	const folder = join(config.dataDir, 'unfinished-uploads');
	const signedUrls = createSignedUrls({ secret: await getOrCreateSecret(db, 'private files'), clock });
	const quota = createQuota({ ...deps, uploadFolder: folder });
	const media = createMedia({ ...deps, quota, signedUrls, secret: await getOrCreateSecret(db, 'uploads') });
	const locks = createLocks(config.databaseUrl, (error) => logger.warn({ err: error }, 'locks'));
	const resumableUploads = createResumableUploads({ ...deps, media, quota, locks, folder });

	// With SQLite no other process uses the folder, so everything in it is a leftover.
	await sweepStaging(staging, clock, db.engine === 'sqlite' ? 0 : undefined);
	await resumableUploads.sweep();
	// Not a job, because every process sweeps its own local folders.
	const sweeping = setInterval(() => {
		void sweepStaging(staging, clock);
		resumableUploads.sweep().catch((error: unknown) => logger.warn({ err: error }, 'sweeping uploads'));
	}, hour).unref();

	return {
		service: media,
		routes: mediaRoutes(media, createAvatars({ ...deps, media }), staging),
		...createMediaJobs(deps),
		personalData: [mediaData({ media, files })],
		serve(app: FastifyInstance) {
			serveResumableUploads(app, { resumableUploads, accounts, folder });
			serveMedia(app, { db, files, signedUrls });
		},
		async close() {
			clearInterval(sweeping);
			await locks.close();
		},
	};
}
