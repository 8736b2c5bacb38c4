import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/database/index.ts';
import type { Files } from '../platform/files/index.ts';
import { rangeOf } from '../platform/http/index.ts';
import { Refusal } from '../platform/refusal.ts';
import { keyOf } from './jobs.ts';
import { findByPublicId } from './store.ts';
import type { StoredFile, StoredPicture } from './tables.ts';

export interface DeliveryParts {
	db: Database;
	files: Files;
}

/** The files of one row that may be fetched, by the name in the address. */
type Shown = Map<string, StoredFile>;

const keptRows = 20_000;
const year = 31_536_000;

/** Serves pictures and videos to everyone, with ranges: only names that the row lists, with the type we know it has. */
export function serveMedia(app: FastifyInstance, { db, files }: DeliveryParts): void {
	const known = new Map<string, Promise<Shown | null>>();
	const stop = db.onChange((tags) => {
		for (const tag of tags) {
			if (tag === '*') known.clear();
			else if (tag.startsWith('media:')) known.delete(tag.slice('media:'.length));
		}
	});
	app.addHook('onClose', async () => stop());

	function shownOf(publicId: string): Promise<Shown | null> {
		let shown = known.get(publicId);
		if (!shown) {
			shown = loadShown(db, publicId);
			if (known.size >= keptRows) known.clear();
			known.set(publicId, shown);
			shown.then(
				(found) => found ?? known.delete(publicId),
				() => known.delete(publicId),
			);
		}
		return shown;
	}

	app.route<{ Params: { publicId: string; name: string } }>({
		// The framework's own HEAD would tell the length of what was sent: nothing.
		method: ['GET', 'HEAD'],
		url: '/media/:publicId/:name',
		config: { policy: 'anyone' },
		schema: { hide: true },
		async handler(request, reply) {
			const { publicId, name } = request.params;
			const file = /^[0-9a-f]{24}$/.test(publicId) ? (await shownOf(publicId))?.get(name) : undefined;
			if (!file) throw new Refusal('not_found', 'There is no such file.');
			const etag = `"${publicId}-${file.name}"`;
			reply.headers({
				'accept-ranges': 'bytes',
				'cache-control': `public, max-age=${year}, immutable`,
				'content-security-policy': "default-src 'none'; sandbox",
				'cross-origin-resource-policy': 'cross-origin',
				etag,
			});
			if (request.headers['if-none-match'] === etag) return reply.code(304).send();
			const ifRange = request.headers['if-range'];
			const range = ifRange && ifRange !== etag ? null : rangeOf(request.headers.range, file.bytes);
			if (range === 'unsatisfiable') {
				return reply
					.code(416)
					.header('cache-control', 'no-store')
					.header('content-range', `bytes */${file.bytes}`)
					.send();
			}
			const length = range ? range.end - range.start + 1 : file.bytes;
			reply.type(file.name.endsWith('.mp4') ? 'video/mp4' : 'image/webp').header('content-length', length);
			if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.bytes}`);
			if (request.method === 'HEAD') return reply.send();
			const read = await files.read(keyOf(publicId, file.name), range ?? undefined);
			if (!read) throw new Refusal('not_found', 'There is no such file.');
			return reply.send(read.stream);
		},
	});
}

/** The files of one row that everyone may fetch, by the name in the address. */
export async function loadShown(db: Database, publicId: string): Promise<Shown | null> {
	const media = await findByPublicId(db, publicId);
	if (media?.access !== 'public') return null;
	const sizes = media.picture ? (JSON.parse(media.picture) as StoredPicture).sizes : [];
	const renditions = media.renditions ? (JSON.parse(media.renditions) as StoredFile[]) : [];
	const shown: Shown = new Map([...sizes, ...renditions].map((file) => [file.name, file]));
	// The address that the uploader was given stands for the largest file there is.
	const main = media.kind === 'video' ? renditions.at(-1) : sizes.at(-1);
	if (main) shown.set(media.kind === 'video' ? 'main.mp4' : 'main.webp', main);
	return shown;
}
