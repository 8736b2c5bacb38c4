import * as limits from '../../contract/core/limits.ts';
import * as contentApiText from '../../text/server/content-api.ts';
import type { ContentServiceDeps } from '../content/index.ts';
import { DomainError } from '../core/domain-error.ts';
import type { Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import { addAd } from './add-ad.ts';
import type { AdForm, AdImport, AdService, NewAd } from './ads.ts';
import type { AdContent } from './content-kind.ts';
import { emitAdWritten } from './emit-ad-written.ts';
import { pinProducts } from './pinned-products.ts';
import { getAdState } from './present.ts';
import type { AdPresenter } from './present-ads.ts';
import type { AdRow } from './tables.ts';

export function createAdPosting(
	{ clock, events, accounts, media }: Pick<ContentServiceDeps, 'clock' | 'events' | 'accounts' | 'media'>,
	content: AdContent,
	{ presentWhole }: Pick<AdPresenter, 'presentWhole'>,
) {
	async function rememberContact(
		tx: Tx,
		accountId: number,
		{
			remember_contact,
			place,
			location,
			whatsapp: phone,
			call_number,
		}: Omit<AdForm, 'category' | 'title' | 'description'>,
	): Promise<void> {
		if (!remember_contact) return;
		await accounts.rememberContact(tx, accountId, { place, location, phone, call_number });
	}

	async function postPictureAd(
		tx: Tx,
		actor: Actor,
		{ pictures, ...form }: NewAd,
		batch: AdImport | null,
	): Promise<AdRow> {
		await accounts.numberChanges.assertTokenMayPost(tx, actor, form);
		if (!batch) await rememberContact(tx, actor.accountId, form);
		const files = await media.attach(tx, actor, 'image', pictures, 'pictures');
		const ad = await addAd(tx, actor.accountId, form, 'image', files, { at: clock.now(), batch });
		return emitAdWritten(tx, { events, content }, ad, true, {});
	}

	return {
		async createPictureAd(tx, actor, form) {
			await accounts.consumePostingQuota(tx, actor.accountId, 'ads');
			return presentWhole(tx, await postPictureAd(tx, actor, form, null));
		},

		createImportedAd: async (tx, actor, form, batch) => (await postPictureAd(tx, actor, form, batch)).id,

		async createVideoAd(tx, actor, form) {
			if (form.user_id !== actor.accountId || form.user_name !== actor.userName) {
				throw new DomainError('forbidden', contentApiText.postOnlyForYourself);
			}
			await accounts.consumePostingQuota(tx, actor.accountId, 'ads');
			await accounts.numberChanges.assertTokenMayPost(tx, actor, form);
			const { titlevideourl, categories, title, products, ...rest } = form;
			await rememberContact(tx, actor.accountId, rest);
			const upload = { ...rest, secure_url: titlevideourl };
			const files = await media.attach(tx, actor, 'video', [upload], 'titlevideourl');
			const ad = await addAd(
				tx,
				actor.accountId,
				{ ...rest, category: categories, title: title ?? deriveTitle(form.description) },
				'video',
				files,
				{ at: clock.now() },
			);
			const own = content.owned(actor, ad);
			if (own && products) await pinProducts(tx, own, products);
			if (form.captions) await media.setCaptions(tx, ad.cover_id, form.captions);
			const written = await emitAdWritten(tx, { events, content }, ad, true, {
				captions: form.captions,
				overlay: form.edit?.overlay,
			});
			return { status: 200, id: ad.id, state: getAdState(written) };
		},
	} satisfies Partial<AdService>;
}

/** Derives the title of an ad from the first line of its description. Cuts a long line between words. */
export function deriveTitle(description: string): string {
	const [line = ''] = description.trim().split('\n');
	if (line.length <= limits.title.max) return line.trim();
	const cut = line.slice(0, limits.title.max);
	const lastSpace = cut.lastIndexOf(' ');
	return (lastSpace > 0 ? cut.slice(0, lastSpace) : cut).toWellFormed().trim();
}
