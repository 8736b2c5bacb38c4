import { states } from '../contract/location/states.ts';
import { adCreatedOrEdited, addAd, chooseSearchKey } from '../server/ads/index.ts';
import { readConfig } from '../server/core/config.ts';
import type { MediaTables } from '../server/media/tables.ts';
import type { SavedSearchTables } from '../server/saved-searches/tables.ts';
import { createServer, type Server } from '../server/server.ts';

const batch = 500;

/** Saves searches of the market's sellers. Half of them have a word that many ads have. */
async function seedSavedSearches(db: Server['db'], count: number): Promise<void> {
	const start = Date.now();
	for (let from = 0; from < count; from += batch) {
		await db.transaction(async (tx) => {
			const rows = [];
			for (let n = from; n < Math.min(from + batch, count); n += 1) {
				const words = n % 2 === 0 ? ['generator', `wanted${n}`] : [`wanted${n}`];
				const state = states[n % states.length] ?? states[0];
				const filter = n % 3 === 0 ? { state } : {};
				rows.push({
					account_id: 2 + (n % 498),
					q: words.join(' '),
					words: JSON.stringify(words),
					filters: JSON.stringify(filter),
					match_key: await chooseSearchKey(tx, { words, filter }),
					alerts: 'off' as const,
					created_at: start,
					seen_at: null,
				});
			}
			await tx.tables<SavedSearchTables>().insertInto('saved_searches').values(rows).execute();
		});
	}
}

/**
 * Publishes ads without saved searches, then with `count` of them, few of which match, then one ad that has the key of all of them. Returns the milliseconds of
 * each publication, and of each comparison of an ad with the searches.
 */
export async function measurePublication(dataDir: string, postgresUrl: string | null, ads: number, count: number) {
	const config = readConfig({
		DATA_DIR: dataDir,
		PORT: '0',
		LOG_LEVEL: 'warn',
		...(postgresUrl && { DATABASE_URL: postgresUrl }),
	});
	const server = await createServer(config, { runJobs: false });
	const { signal } = new AbortController();
	let pictures = 0;
	async function publishTimed(title: string) {
		pictures += 1;
		const mediaId = await insertPicture(server.db, pictures);
		const start = performance.now();
		const adId = await publish(server, mediaId, title);
		const published = performance.now();
		await server.savedSearches.matchAd(adId, signal);
		return { published: published - start, compared: performance.now() - published };
	}
	async function publishMany() {
		const times = [];
		for (let n = 0; n < ads; n += 1) times.push(await publishTimed(`Clean generator, wanted${n * 2} since long`));
		return times;
	}
	try {
		const before = await publishMany();
		await seedSavedSearches(server.db, count);
		const after = await publishMany();
		await server.db.transaction(async (tx) => {
			const searches = tx.tables<SavedSearchTables>().updateTable('saved_searches');
			await searches.set({ match_key: 'generator', filters: '{}' }).execute();
		});
		const { compared: broad } = await publishTimed('Clean generator');
		return { before, after, broad };
	} finally {
		await server.close();
	}
}

function insertPicture(db: Server['db'], n: number): Promise<number> {
	return db.transaction(async (tx) => {
		const { id } = await tx
			.tables<MediaTables>()
			.insertInto('media')
			.values({
				public_id: `bench-published-${n}`,
				account_id: 1,
				kind: 'image',
				state: 'ready',
				access: 'public',
				capability: `bench published ${n}`,
				secure_url: `/media/bench-published-${n}`,
				file_name: 'picture.jpg',
				bytes: 1,
				attached_at: 1,
				created_at: 1,
			})
			.returning('id')
			.executeTakeFirstOrThrow();
		return id;
	});
}

function publish({ db, events }: Server, mediaId: number, title: string): Promise<number> {
	const description = 'Used for one year, starts at the first pull. Bring your mechanic. Delivery within the state.';
	return db.transaction(async (tx) => {
		const form = { title, description, category: 'Sportswear', location: { state: 'Lagos', lga: 'Ikeja' } } as const;
		const files = [{ id: mediaId, state: 'ready' as const }];
		const { id } = await addAd(tx, 1, form, 'image', files, { at: Date.now() });
		await events.emit(tx, adCreatedOrEdited, {
			adId: id,
			ownerId: 1,
			title,
			text: description,
			isNew: true,
			importId: null,
		});
		return id;
	});
}
