import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { AccountService } from '../accounts/index.ts';
import { createNamedLocks } from '../core/locks.ts';
import { getOrCreateSecret } from '../core/secrets.ts';
import type { Platform } from '../platform.ts';
import { createAvatarService } from './avatars.ts';
import { checkFiles } from './check-files.ts';
import { createChunkedUploadService } from './chunked-uploads.ts';
import { createMediaService } from './create-media-service.ts';
import { serveMedia } from './delivery.ts';
import { createMediaJobHandlers, sweepStaging } from './jobs.ts';
import { createMediaPersonalData } from './personal-data.ts';
import { createUploadQuota } from './quota.ts';
import { resumableUploadOperations } from './resumable-upload-operations.ts';
import { createResumableUploadService } from './resumable-uploads.ts';
import { createMediaRoutes } from './routes.ts';
import { serveResumableUploads } from './serve-resumable-uploads.ts';
import { createMediaUrlSigner } from './signed-urls.ts';

const hour = 3_600_000;

export async function createMediaModule(deps: Platform & { accounts: AccountService }) {
	const { db, clock, files, config, logger, staging, accounts } = deps;
	const folder = join(config.dataDir, 'unfinished-uploads');
	const signedUrls = createMediaUrlSigner({ secret: await getOrCreateSecret(db, 'private files'), clock });
	const quota = createUploadQuota({ ...deps, uploadFolder: folder });
	const media = createMediaService({ ...deps, quota, signedUrls, secret: await getOrCreateSecret(db, 'uploads') });
	const avatars = createAvatarService({ ...deps, media });
	const locks = createNamedLocks(config.databaseUrl, (error) => logger.warn({ err: error }, 'locks'));
	const resumableUploads = createResumableUploadService({ ...deps, media, quota, locks, folder });
	const chunkedUploads = createChunkedUploadService({ db, clock, media, quota, resumableUploads });

	// With SQLite, no other process uses the staging folder, so at the start everything in it is a leftover.
	await sweepStaging(staging, clock, db.engine === 'sqlite' ? 0 : undefined);
	await resumableUploads.sweep();
	// The sweep is not a job, because every process sweeps its own local folders.
	const sweeping = setInterval(() => {
		void sweepStaging(staging, clock);
		resumableUploads.sweep().catch((error: unknown) => logger.warn({ err: error }, 'sweeping uploads'));
	}, hour).unref();

	return {
		service: { ...media, avatars, checkFiles: (signal: AbortSignal) => checkFiles(deps, signal) },
		routes: createMediaRoutes({ db, media, avatars, chunkedUploads, staging }),
		...createMediaJobHandlers(deps),
		personalData: [createMediaPersonalData({ media, files })],
		otherOperations: resumableUploadOperations,
		serve(app: FastifyInstance) {
			serveResumableUploads(app, { resumableUploads, accounts, folder });
			serveMedia(app, { db, files, signedUrls, offload: config.offloadMedia });
		},
		async close() {
			clearInterval(sweeping);
			await locks.close();
		},
	};
}
