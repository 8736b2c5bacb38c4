import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isUniqueViolation } from '../server/platform/database/index.ts';
import type { Server } from '../server/server.ts';
import { type SampleAd, sampleAds } from './sample/ads.ts';
import { filmFile, pictureFile } from './sample/scenes.ts';
import { sampleSellers } from './sample/sellers.ts';

const folder = join(import.meta.dirname, 'sample');
const hour = 3_600_000;

/** Fills an empty market with the sample sellers and ads, all of it or nothing, through the same doors as what people post. */
export async function addSampleContent({ db, accounts, media, ads, config, logger }: Server): Promise<void> {
	console.log('  Filling the market with sample content (SAMPLE_CONTENT=off leaves it out) ...');
	const work = await mkdtemp(join(config.dataDir, 'staging', 'sample-'));
	const posts: { ad: SampleAd; files: Awaited<ReturnType<typeof media.prepareSample>>[] }[] = [];
	try {
		for (const ad of [...sampleAds].sort((a, b) => b.hours_ago - a.hours_ago)) {
			const files = [];
			for (const name of fileNames(ad)) {
				// What is stored may be moved, so it is given a copy.
				const path = join(work, basename(name));
				await copyFile(join(folder, name), path);
				const { size: bytes } = await stat(path);
				files.push(await media.prepareSample(ad.format, { path, bytes, fileName: basename(name) }));
			}
			posts.push({ ad, files });
		}
	} finally {
		await rm(work, { recursive: true, force: true });
	}
	const now = Date.now();
	const added = db.transaction(async (tx) => {
		const sellers = new Map<string, number>();
		for (const seller of sampleSellers) {
			const account = await accounts.addSample(tx, {
				userName: seller.user_name,
				displayName: seller.display_name,
				bio: seller.bio,
				place: seller.place,
			});
			sellers.set(seller.user_name, account.id);
		}
		for (const { ad, files } of posts) {
			const sellerId = sellers.get(ad.seller);
			if (sellerId === undefined) throw new Error(`No sample seller is called ${ad.seller}`);
			const attached = [];
			for (const file of files) attached.push(await media.addSample(tx, sellerId, file));
			const form = {
				title: ad.title,
				category: ad.category,
				description: ad.description,
				price_kobo: ad.price_naira === null ? null : ad.price_naira * 100,
				place: ad.place,
				whatsapp: ad.whatsapp?.replace(/\D/g, '') ?? null,
			};
			const when = { at: now - ad.hours_ago * hour, boost: ad.popularity };
			await ads.postSample(tx, sellerId, form, ad.format, attached, when);
		}
	});
	try {
		await added;
		logger.info({ sellers: sampleSellers.length, ads: posts.length }, 'sample content added');
	} catch (error) {
		// Another process that started at the same moment was quicker; what was stored for nothing is swept.
		if (!isUniqueViolation(error)) throw error;
	}
}

function fileNames(ad: SampleAd): string[] {
	if (ad.format === 'video') return [filmFile(ad.slug)];
	return ad.pictures.map((_, index) => pictureFile(ad.slug, index));
}
