import { randomBytes } from 'node:crypto';
import type { AdFormat } from '../../contract/ads/ads.ts';
import type { MediaKind } from '../../contract/media/media.ts';
import { addAd } from '../ads/index.ts';
import type { Tx } from '../database/index.ts';
import type { MediaTables } from '../media/tables.ts';
import type { PictureAdForm, TestPerson } from './people.ts';
import type { TestServer } from './start-server.ts';

export interface AdSeed extends Partial<PictureAdForm> {
	format?: AdFormat;
	/** Creation time of the ad in milliseconds since 1970. */
	at?: number;
	/** Number of likes by which the trending score is raised. */
	boost?: number;
}

/** Inserts a media file that has a row, but no stored content. The file is attached to an ad or post if `attachedAt` is set. */
async function seedMediaRow(
	tx: Tx,
	seller: TestPerson,
	kind: MediaKind,
	attachedAt: number | null = null,
): Promise<{ id: number; secure_url: string }> {
	const publicId = randomBytes(12).toString('hex');
	return tx
		.tables<MediaTables>()
		.insertInto('media')
		.values({
			public_id: publicId,
			account_id: seller.session.id,
			kind,
			state: 'ready',
			access: attachedAt === null ? 'private' : 'public',
			capability: publicId,
			secure_url: `/media/${publicId}/main`,
			file_name: 'lamp',
			bytes: 1,
			...(kind === 'video' && {
				duration_ms: 20_000,
				renditions: JSON.stringify([{ name: '480.mp4', width: 270, height: 480, bytes: 900_000 }]),
			}),
			attached_at: attachedAt,
			created_at: attachedAt ?? 0,
		})
		.returning(['id', 'secure_url'])
		.executeTakeFirstOrThrow();
}

/** Inserts a processed upload like `seedMediaRow`, for tests that read no file. Returns its URL. */
export async function seedUpload(
	server: TestServer,
	person: TestPerson,
	kind: MediaKind,
): Promise<{ secure_url: string }> {
	const { secure_url } = await server.db.transaction((tx) => seedMediaRow(tx, person, kind));
	return { secure_url };
}

/** Inserts an ad with one media file that has no stored content. Returns the id of the ad. */
export function seedAd(server: TestServer, seller: TestPerson, ad: AdSeed = {}): Promise<number> {
	const { format = 'image', at = Date.UTC(2026, 0, 1), boost = 0, ...fields } = ad;
	const form = { title: 'A lamp', category: 'Motorcycles', description: 'It shines.', ...fields } as const;
	return server.db.transaction(async (tx) => {
		const { id } = await seedMediaRow(tx, seller, format, at);
		const file = { id, state: 'ready' as const };
		const row = await addAd(tx, seller.session.id, form, format, [file], { at, boost });
		return row.id;
	});
}
