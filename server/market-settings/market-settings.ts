import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';
import { type Brand, defaultBrand } from '../../contract/market-settings/brand.ts';
import { categories } from '../../contract/market-settings/categories.ts';
import { deriveMainColours } from '../../contract/market-settings/market-colours.ts';
import {
	type LegalDocumentName,
	type MarketSettings,
	type MarketValues,
	marketValuesSchema,
	type updateMarketSettings,
} from '../../contract/market-settings/market-settings.ts';
import { themeColours } from '../../contract/market-settings/theme-colours.ts';
import type { UploadedFile } from '../../contract/media/media.ts';
import { verificationLimits } from '../../contract/verification/verification-limits.ts';
import * as settingsText from '../../text/shared/market-settings-api.ts';
import type { AccountService, PostingQuotaLimits } from '../accounts/index.ts';
import { getBrandColours } from '../core/brand-colours.ts';
import { toIsoTime } from '../core/clock.ts';
import type { Replaceable } from '../core/current.ts';
import { DomainError } from '../core/domain-error.ts';
import type { Tx } from '../database/index.ts';
import type { Actor, RateLimitConfig } from '../http/index.ts';
import type { MediaService } from '../media/index.ts';
import type { Platform } from '../platform.ts';
import { marketSettingsCacheTag } from './cache-tags.ts';
import { describeChanges } from './describe-changes.ts';
import { drawBuiltInLogo, drawLogo } from './draw-logo.ts';
import * as store from './store.ts';
import type { MarketSettingsRow } from './tables.ts';

export interface MarketSettingsServiceDeps extends Pick<Platform, 'db' | 'clock' | 'config'> {
	logger: Pick<FastifyBaseLogger, 'warn'>;
	accounts: AccountService;
	media: MediaService;
	/** Values of this server, which the service replaces when the settings change. */
	brand: Replaceable<Brand>;
	postingQuota: Replaceable<PostingQuotaLimits>;
	rateLimitConfig: Replaceable<RateLimitConfig>;
}

export type MarketSettingsService = Awaited<ReturnType<typeof createMarketSettingsService>>;

const storedSchema = marketValuesSchema.partial();
type StoredValues = { [Name in keyof MarketValues]?: MarketValues[Name] };

/** Returns the path of a logo. It changes with the picture. */
const toLogoPath = (picture: Buffer | string) => `/logo/${hash('sha256', picture, 'hex').slice(0, 16)}-512.png`;

const parseChanged = ({ changed }: MarketSettingsRow) => storedSchema.parse(JSON.parse(changed)) as StoredValues;

/** Milliseconds before each new attempt to read changed settings: about two minutes in total. A later change starts again. */
const retryDelays = [250, 1000, 5000, 15_000, 30_000, 60_000];

/** Reads the settings once, and again when any process changes them. Every other call uses the values in memory. */
export async function createMarketSettingsService(deps: MarketSettingsServiceDeps) {
	const { db, clock, config, logger, accounts, media, brand, postingQuota, rateLimitConfig } = deps;
	const defaultRates = rateLimitConfig.current();
	const defaults: MarketValues = {
		...defaultBrand,
		colour: themeColours.light.leaf,
		email: null,
		phone: null,
		whatsapp: config.whatsapp,
		address: null,
		terms: null,
		privacy: null,
		category_order: [...categories],
		hidden_categories: [],
		limits: {
			posting: postingQuota.current(),
			uploads: defaultRates.upload.most,
			sign_ups: defaultRates.signUp.most,
			phone_codes: verificationLimits.phoneCodesPerDay.site,
		},
	};
	let row = await store.findMarketSettings(db);
	let changed: StoredValues = {};
	let values = defaults;
	let logo: Buffer | null = null;
	let builtInLogo: Promise<Buffer> | null = null;
	apply(row);

	/** Uses settings in this process. */
	function apply(next: MarketSettingsRow): void {
		changed = parseChanged(next);
		row = next;
		values = { ...defaults, ...changed };
		logo = row.logo === null ? null : Buffer.from(row.logo, 'base64');
		builtInLogo = null;
		brand.replace(toBrand());
		const { posting, uploads, sign_ups } = values.limits;
		postingQuota.replace(posting);
		rateLimitConfig.replace({
			...defaultRates,
			upload: { ...defaultRates.upload, most: uploads },
			signUp: { ...defaultRates.signUp, most: sign_ups },
		});
	}

	function toBrand(): Brand {
		const { name, tagline, slug, category_order, hidden_categories } = values;
		const shown = category_order.filter((category) => !hidden_categories.includes(category));
		const hasOwnList = changed.category_order !== undefined || changed.hidden_categories !== undefined;
		const next: Brand = {
			name,
			tagline,
			slug,
			...(logo && { logo: toLogoPath(logo) }),
			...(hasOwnList && { categories: shown }),
			...(changed.colour !== undefined && { colours: deriveMainColours(changed.colour) }),
		};
		if (isDeepStrictEqual(next, defaultBrand)) return defaultBrand;
		return { ...next, version: `brand:${hash('sha256', JSON.stringify(next), 'hex').slice(0, 12)}` };
	}

	/** Reads what another process has changed. A page that was made meanwhile may show old values, so the caches are emptied again. */
	async function reload(): Promise<void> {
		const next = await store.findMarketSettings(db);
		if (next.version <= row.version) return;
		apply(next);
		db.invalidateHere('*');
	}

	let retry: NodeJS.Timeout | undefined;

	/** Reads the settings. If that fails, tries again after the first of `delays`, and so on. */
	function reloadUntilRead(delays: readonly number[]): void {
		clearTimeout(retry);
		reload().catch((error: unknown) => {
			const [delay, ...later] = delays;
			logger.warn({ err: error, retryAfter: delay }, 'settings of the market cannot be read');
			if (delay !== undefined && !isClosed) retry = setTimeout(reloadUntilRead, delay, later).unref();
		});
	}

	let isClosed = false;
	const unsubscribe = db.onInvalidate((tags) => {
		if (tags.includes(marketSettingsCacheTag) || tags.includes('*')) reloadUntilRead(retryDelays);
	});

	/** Stores a change, if nobody else has changed the settings since `version`. Throws `conflict` otherwise. */
	async function save(
		tx: Tx,
		version: number,
		change: Partial<Omit<MarketSettingsRow, 'version'>>,
	): Promise<MarketSettingsRow> {
		const stored = await store.updateMarketSettings(tx, version, { ...change, updated_at: clock.now() });
		if (!stored) throw new DomainError('conflict', settingsText.changedMeanwhile);
		// Every page, mail and picture may show the settings.
		tx.invalidate('*', marketSettingsCacheTag);
		tx.onCommit(() => {
			if (stored.version > row.version) apply(stored);
		});
		return stored;
	}

	function present(): MarketSettings {
		return {
			version: row.version,
			updated_at: toIsoTime(row.updated_at),
			values,
			defaults,
			logo: brand.current().logo ?? null,
		};
	}

	return {
		get: present,

		/** Returns the path of the logo's file; null for the built-in logo in its own colour, whose files are part of the web app. */
		getLogoPath: () => brand.current().logo ?? (changed.colour === undefined ? null : toLogoPath(changed.colour)),

		/** Returns the logo as a square PNG. The built-in logo has the main colour of the market. */
		readLogo(): Promise<Buffer> {
			if (logo) return Promise.resolve(logo);
			builtInLogo ??= drawBuiltInLogo(getBrandColours(brand.current()).light.leaf).catch((error: unknown) => {
				builtInLogo = null;
				throw error;
			});
			return builtInLogo;
		},

		/** Maximum number of codes that the market sends to phones per day. */
		getPhoneCodeQuota: () => values.limits.phone_codes,

		/** Changes the given values. Throws `conflict` if they are based on an older version. */
		async update(
			actor: Actor,
			{ version, ...change }: z.output<(typeof updateMarketSettings)['body']>,
		): Promise<MarketSettings> {
			await db.transaction(async (tx) => {
				const before = await store.findMarketSettings(tx);
				const old = parseChanged(before);
				const merged = Object.entries({ ...old, ...change }).filter(
					([, value]) => value !== null && value !== undefined,
				);
				const next: StoredValues = Object.fromEntries(merged);
				const now = clock.now();
				const changedAt = (document: LegalDocumentName) => {
					if (old[document] === next[document]) return before[`${document}_changed_at`];
					return next[document] === undefined ? null : now;
				};
				const reason = describeChanges({ ...defaults, ...old }, { ...defaults, ...next });
				if (reason === '' && before.version === version) return;
				await save(tx, version, {
					changed: JSON.stringify(next),
					terms_changed_at: changedAt('terms'),
					privacy_changed_at: changedAt('privacy'),
				});
				await accounts.writeAudit(tx, actor, { action: 'settings.update', target: null, reason });
			});
			return present();
		},

		/** Sets the logo to an uploaded picture, or with `null` to the built-in one. Throws like `update` and `media.removePicture`. */
		async setLogo(actor: Actor, picture: UploadedFile | null, version: number): Promise<MarketSettings> {
			// Other writes wait for a transaction, so the logo is drawn before it.
			const png = picture && (await drawLogo(await media.readPicture(actor, picture, 'picture')));
			await db.transaction(async (tx) => {
				if (picture) await media.removePicture(tx, actor, picture, 'picture');
				await save(tx, version, { logo: png?.toString('base64') ?? null });
				const action = png ? 'settings.logo' : 'settings.remove_logo';
				await accounts.writeAudit(tx, actor, { action, target: null });
			});
			return present();
		},

		getLegalDocument(document: LegalDocumentName) {
			const changedAt = row[`${document}_changed_at`];
			return { text: values[document], changed_at: toIsoTime(changedAt) };
		},

		getContact() {
			const { email, phone, whatsapp, address } = values;
			return { email, phone, whatsapp, address };
		},

		async close(): Promise<void> {
			isClosed = true;
			clearTimeout(retry);
			unsubscribe();
		},
	};
}
