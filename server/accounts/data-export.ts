import { createHmac, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { ZipFile } from 'yazl';
import * as limits from '../../contract/core/limits.ts';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import { toIsoTime } from '../core/clock.ts';
import { DomainError } from '../core/domain-error.ts';
import type { Actor } from '../http/index.ts';
import type { Platform } from '../platform.ts';
import type { PersonalDataHandler } from './personal-data.ts';
import { findAccount } from './store.ts';

export interface DataExportServiceDeps extends Pick<Platform, 'db' | 'clock' | 'rateLimits' | 'brand'> {
	/** HMAC key that signs the download URLs. */
	secret: string;
	personalData: readonly PersonalDataHandler[];
}

export type DataExportService = ReturnType<typeof createDataExportService>;

const hour = 3_600_000;
const exportRate = { most: 5, window: hour };
/** Rate limit of downloads, higher than the limit of exports because mobile browsers may restart a download. */
const downloadRate = { most: 15, window: hour };

/** Exports all personal data of an account as a ZIP file. The signed download URL is valid for `limits.signedUrlTtl`. */
export function createDataExportService({ db, clock, rateLimits, secret, personalData, brand }: DataExportServiceDeps) {
	const createSignature = (accountId: string, ends: string) =>
		createHmac('sha256', secret).update(`${accountId} ${ends}`).digest('base64url');

	return {
		async createSignedUrl({ accountId }: Actor): Promise<{ url: string; expires_at: string }> {
			await rateLimits.count(`export of ${accountId}`, exportRate);
			const ends = clock.now() + limits.signedUrlTtl;
			const signature = createSignature(String(accountId), String(ends));
			return {
				url: `/personal-data/${accountId}.zip?ends=${ends}&signature=${signature}`,
				expires_at: toIsoTime(ends),
			};
		},

		/** Opens the ZIP stream of an export. Throws `forbidden` for an invalid or expired signature, `not_found` or `too_many`. */
		async open(
			accountId: string,
			{ ends, signature }: Record<string, unknown>,
			onError: (error: Error) => void,
		): Promise<{ name: string; stream: NodeJS.ReadableStream }> {
			if (typeof ends !== 'string' || typeof signature !== 'string') throw invalidSignature();
			const [expected, given] = [Buffer.from(createSignature(accountId, ends)), Buffer.from(signature)];
			const signed = given.length === expected.length && timingSafeEqual(given, expected);
			if (!signed || clock.now() >= Number(ends)) throw invalidSignature();
			await rateLimits.count(`download of ${accountId}`, downloadRate);
			const account = await findAccount(db, Number(accountId));
			if (!account) throw new DomainError('not_found', accountsApiText.accountGone);

			const zip = new ZipFile();
			zip.on('error', onError);
			const mtime = new Date(clock.now());
			for (const { section, ...source } of personalData) {
				const data = JSON.stringify(await source.export(db, account.id), null, '\t');
				zip.addBuffer(Buffer.from(data), `${section}.json`, { mtime });
				for (const { name, open } of (await source.files?.(db, account.id)) ?? []) {
					// Pictures and videos are already compressed, so the ZIP file stores them as they are.
					zip.addReadStreamLazy(name, { mtime, compress: false }, (ready) => void openFile(open, ready));
				}
			}
			zip.end();
			const day = mtime.toISOString().slice(0, 10);
			return { name: `${brand.current().slug}-${account.user_name}-${day}.zip`, stream: zip.outputStream };
		},
	};
}

async function openFile(
	open: () => Promise<Readable | null>,
	ready: (error: unknown, stream: Readable) => void,
): Promise<void> {
	try {
		const stream = await open();
		ready(null, stream ?? Readable.from([]));
	} catch (error) {
		ready(error, Readable.from([]));
	}
}

function invalidSignature(): DomainError {
	return new DomainError('forbidden', accountsApiText.exportAddressOver);
}

/** Serves the ZIP file. The signed URL replaces a session, because browsers download files without the `Authorization` header. */
export function serveDataExports(app: FastifyInstance, exports: DataExportService): void {
	app.get<{ Params: { account: string }; Querystring: Record<string, unknown> }>(
		'/personal-data/:account.zip',
		{ config: { policy: 'capability' } },
		async (request, reply) => {
			const { account } = request.params;
			const { name, stream } = await exports.open(account, request.query, (error) => {
				request.log.warn({ err: error }, 'Data export failed');
				reply.raw.destroy(error);
			});
			return reply
				.headers({
					'content-disposition': `attachment; filename="${name}"`,
					'cache-control': 'private, no-store',
					'referrer-policy': 'no-referrer',
					'cross-origin-resource-policy': 'same-origin',
				})
				.type('application/zip')
				.send(stream);
		},
	);
}
