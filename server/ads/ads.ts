import type { z } from 'zod';
import type { Person } from '../../contract/accounts.ts';
import type { Ad, AdCard, AdFormat, newAd, newVideoAd, OwnAd, updateAd, VideoAd } from '../../contract/ads.ts';
import { limits } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import type { Page } from '../../contract/page.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Attached, Media, MediaEvents, ShownMedia } from '../media/index.ts';
import type { Clock } from '../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../platform/cursor.ts';
import type { Database, Db, Tx } from '../platform/database/index.ts';
import type { Actor } from '../platform/http/index.ts';
import { type Authorized, Refusal } from '../platform/refusal.ts';
import { maySee, ownAdOf } from './policy.ts';
import { presentAd, presentCard, presentOwn, presentVideoAd, stateOf } from './present.ts';
import * as store from './store.ts';
import type { AdRow } from './tables.ts';
import { adListsTag, adTag } from './tags.ts';
import { trendingScore } from './trending.ts';

export interface AdsParts {
	db: Database;
	clock: Clock;
	accounts: Accounts;
	media: Media;
	mediaEvents: MediaEvents;
}

export type Ads = ReturnType<typeof createAds>;

type Form = Omit<z.output<typeof newAd>, 'pictures'>;

export function createAds({ db, clock, accounts, media, mediaEvents }: AdsParts) {
	async function post(
		tx: Tx,
		sellerId: number,
		form: Form,
		format: AdFormat,
		files: readonly Attached[],
		{ at = clock.now(), boost = 0 }: { at?: number; boost?: number } = {},
	): Promise<AdRow> {
		const [cover] = files;
		if (!cover) throw new Error('An ad has at least one file');
		const ad = await store.insertAd(
			tx,
			{
				seller_id: sellerId,
				format,
				category: form.category,
				title: form.title,
				description: form.description,
				search_text: searchText(form),
				price_kobo: form.price_kobo ?? null,
				place: form.place || null,
				whatsapp: form.whatsapp ?? null,
				media_state: cover.state,
				pictures: format === 'image' ? files.length : 0,
				cover_id: cover.id,
				visible: cover.state === 'ready' ? 1 : 0,
				score: trendingScore({ created_at: at, likes: boost, comments: 0, views: 0 }),
				created_at: at,
				updated_at: at,
			},
			files.map((file) => file.id),
		);
		tx.changed(adListsTag);
		return ad;
	}

	async function present(at: Db, ad: AdRow): Promise<Ad> {
		const { seller, files } = await load(at, ad);
		return presentAd(ad, seller, files);
	}

	async function load(at: Db, ad: AdRow) {
		const [people, ids] = [await accounts.people(at, [ad.seller_id]), await store.mediaIdsOf(at, ad.id)];
		const byId = await media.byId(at, ids);
		const seller = people.get(ad.seller_id);
		if (!seller) throw notFound();
		return { seller, files: ids.flatMap((id) => byId.get(id) ?? []) };
	}

	async function visibleAd(at: Db, id: number, actor: Actor | null): Promise<AdRow> {
		const ad = await store.findAd(at, id);
		if (!ad || !maySee(ad, actor)) throw notFound();
		return ad;
	}

	async function own(tx: Tx, actor: Actor, id: number): Promise<Authorized<AdRow>> {
		const ad = ownAdOf(actor, await visibleAd(tx, id, actor));
		if (!ad) throw new Refusal('forbidden', 'This ad belongs to another seller.');
		return ad;
	}

	async function change(tx: Tx, ad: Authorized<AdRow>, values: Parameters<typeof store.updateAd>[2]): Promise<AdRow> {
		tx.changed(adTag(ad.id), adListsTag);
		return store.updateAd(tx, ad.id, { ...values, updated_at: clock.now() });
	}

	/** Rows in the order of their ids, with what each shows, loaded once. */
	async function loadCards<Shown>(
		at: Db,
		ids: readonly number[],
		show: (ad: AdRow, seller: Person, cover: ShownMedia | undefined) => Shown,
	): Promise<Shown[]> {
		const rows = new Map((await store.findAds(at, ids)).map((row) => [row.id, row]));
		const people = await accounts.people(at, new Set([...rows.values()].map((row) => row.seller_id)));
		const covers = await media.byId(
			at,
			[...rows.values()].map((row) => row.cover_id),
		);
		return ids.flatMap((id) => {
			const row = rows.get(id);
			const seller = row && people.get(row.seller_id);
			return row && seller ? [show(row, seller, covers.get(row.cover_id))] : [];
		});
	}

	mediaEvents.stateChanged.listen(async (tx, { mediaId, state }) => {
		const ad = await store.findAdOfMedia(tx, mediaId);
		if (!ad) return;
		tx.changed(adTag(ad.id), adListsTag);
		await store.updateAd(tx, ad.id, {
			media_state: state,
			visible: state === 'ready' && ad.hidden_at === null ? 1 : 0,
		});
	});

	return {
		async createPictureAd(tx: Tx, actor: Actor, { pictures, ...form }: z.output<typeof newAd>): Promise<Ad> {
			const files = await media.attach(tx, actor, 'image', pictures, 'pictures');
			return present(tx, await post(tx, actor.accountId, form, 'image', files));
		},

		async createVideoAd(tx: Tx, actor: Actor, form: z.output<typeof newVideoAd>) {
			if (form.user_id !== actor.accountId || form.user_name !== actor.userName) {
				throw new Refusal('forbidden', 'You can only post for yourself.');
			}
			const { titlevideourl, categories, title, ...rest } = form;
			const upload = { ...rest, secure_url: titlevideourl };
			const files = await media.attach(tx, actor, 'video', [upload], 'titlevideourl');
			const ad = await post(
				tx,
				actor.accountId,
				{ ...rest, category: categories, title: title ?? titleFrom(form.description) },
				'video',
				files,
			);
			return { status: 200 as const, id: ad.id, state: stateOf(ad) };
		},

		/** An ad of the sample content. `boost` puts it higher among the trending, as so many likes would. */
		postSample: (
			tx: Tx,
			sellerId: number,
			form: Form,
			format: AdFormat,
			files: readonly Attached[],
			when: { at: number; boost: number },
		) => post(tx, sellerId, form, format, files, when),

		async show(id: number, actor: Actor | null): Promise<Ad> {
			return present(db, await visibleAd(db, id, actor));
		},

		async showVideo(id: number, actor: Actor | null): Promise<VideoAd> {
			const ad = await store.findAd(db, id);
			if (ad?.format !== 'video' || !maySee(ad, actor)) throw new Refusal('not_found', messages.videoNotFound);
			const { seller, files } = await load(db, ad);
			return presentVideoAd(ad, seller, files[0]);
		},

		update: (actor: Actor, id: number, form: z.output<NonNullable<(typeof updateAd)['body']>>): Promise<Ad> =>
			db.transaction(async (tx) => {
				const ad = await own(tx, actor, id);
				const given = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined));
				// A place that was emptied is none.
				if (given.place === '') given.place = null;
				const next = { ...ad, ...given };
				return present(tx, await change(tx, ad, { ...given, search_text: searchText(next) }));
			}),

		markSold: (actor: Actor, id: number, sold: boolean): Promise<Ad> =>
			db.transaction(async (tx) => {
				const ad = await own(tx, actor, id);
				return present(tx, await change(tx, ad, { sold_at: sold ? (ad.sold_at ?? clock.now()) : null }));
			}),

		remove: (actor: Actor, id: number): Promise<void> =>
			db.transaction(async (tx) => {
				const ad = await own(tx, actor, id);
				tx.changed(adTag(ad.id), adListsTag);
				await media.remove(tx, await store.deleteAd(tx, ad.id));
			}),

		async listOwn(actor: Actor, page: ListInput & { format?: AdFormat | undefined }): Promise<Page<OwnAd>> {
			const { format } = page;
			const keys = await sellerPage(db, actor.accountId, { format, shownOnly: false }, page);
			return { items: await loadCards(db, keys.ids, presentOwn), next_cursor: keys.nextCursor };
		},

		/** The ads of these ids that may be seen, in that order. */
		async listByIds(ids: readonly number[]): Promise<AdCard[]> {
			const cards = await loadCards(db, ids, presentCard);
			return cards.filter((card) => card.state !== 'hidden');
		},

		/** A page of trending ads. Throws `invalid` for a cursor that is not ours. */
		async trending(filter: store.TrendingFilter, page: ListInput): Promise<Page<AdCard>> {
			const keys = await store.trendingKeys(db, filter, decodeCursor(page.cursor, 2), page.limit + 1);
			const shown = keys.slice(0, page.limit);
			const last = keys.length > page.limit ? shown.at(-1) : undefined;
			return {
				items: await loadCards(
					db,
					shown.map((key) => key.id),
					presentCard,
				),
				next_cursor: last ? encodeCursor([last.score, last.id]) : null,
			};
		},

		/** A page of what a seller has on show in one format, newest first. */
		async onShow(sellerId: number, format: AdFormat, page: ListInput): Promise<Page<AdCard>> {
			const keys = await sellerPage(db, sellerId, { format, shownOnly: true }, page);
			return { items: await loadCards(db, keys.ids, presentCard), next_cursor: keys.nextCursor };
		},
	};
}

interface ListInput {
	limit: number;
	cursor?: string | undefined;
}

async function sellerPage(
	db: Db,
	sellerId: number,
	filter: { format?: AdFormat | undefined; shownOnly: boolean },
	{ limit, cursor }: ListInput,
) {
	const [below] = decodeCursor(cursor, 1) ?? [null];
	const keys = await store.sellerKeys(db, sellerId, filter, below ?? null, limit + 1);
	const ids = keys.slice(0, limit);
	const last = ids.at(-1);
	return { ids, nextCursor: keys.length > limit && last !== undefined ? encodeCursor([last]) : null };
}

function notFound(): Refusal {
	return new Refusal('not_found', 'This ad is not here any more.');
}

function searchText({
	title,
	category,
	place,
	description,
}: Pick<AdRow, 'title' | 'category' | 'description'> & { place?: string | null | undefined }): string {
	return [title, category, place ?? '', description].join('\n').toLowerCase();
}

/** The first line of a description, cut at a word where it is too long for a title. */
export function titleFrom(description: string): string {
	const [line = ''] = description.trim().split('\n');
	if (line.length <= limits.title.max) return line.trim();
	const cut = line.slice(0, limits.title.max);
	const lastSpace = cut.lastIndexOf(' ');
	return (lastSpace > 0 ? cut.slice(0, lastSpace) : cut).toWellFormed().trim();
}
