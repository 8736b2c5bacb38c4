import type {
	ProcessingActivity,
	ProcessingRecord,
	RecipientKind,
} from '../../contract/data-protection/data-protection.ts';
import * as processingText from '../../text/server/processing.ts';
import type { AccountService, PersonalDataHandler } from '../accounts/index.ts';
import type { Config } from '../core/config.ts';
import type { Platform } from '../platform.ts';

/** Processing by no module alone, and without a section in the data export. */
const platformActivities: readonly ProcessingActivity[] = [
	{
		name: 'security',
		...processingText.security,
		people: ['visitors', 'customers', 'sellers', 'learners', 'administrators'],
		basis: 'legitimate_interest',
		recipients: ['hosting'],
	},
	{
		name: 'audit',
		...processingText.audit,
		people: ['administrators'],
		basis: 'legitimate_interest',
		recipients: ['hosting'],
	},
	{
		name: 'backups',
		...processingText.backups,
		people: ['customers', 'sellers', 'learners', 'administrators', 'others'],
		basis: 'legitimate_interest',
		recipients: ['hosting', 'storage'],
	},
];

export interface ProcessingRecordServiceDeps extends Pick<Platform, 'config' | 'db'> {
	accounts: AccountService;
	personalData: readonly PersonalDataHandler[];
}

/** Builds the record of processing from what the modules declare beside the export and erasure of their data. */
export function createProcessingRecordService({ config, db, accounts, personalData }: ProcessingRecordServiceDeps) {
	return {
		async get(): Promise<ProcessingRecord> {
			const { all } = await accounts.admin.getSiteStats(0);
			return {
				activities: [
					...personalData.map(({ section, processing }) => ({ name: section, ...processing })),
					...platformActivities,
				],
				recipients: listRecipients(config),
				facts: {
					accounts: all,
					database: db.engine,
					encrypted: config.publicUrl?.startsWith('https:') ?? false,
					backups: config.backup.target !== null,
				},
			};
		},
	};
}

const getHost = (url: string) => new URL(url).hostname;

/** Lists the services that receive personal data with this configuration. Browsers choose their push services themselves. */
function listRecipients(config: Config): { kind: RecipientKind; host: string | null }[] {
	const { s3, mediaHost, smtpUrl, termii, paystack, google, firebase, traces } = config;
	const services: [RecipientKind, string | undefined][] = [
		['storage', s3 ? (s3.endpoint ?? `https://s3.${s3.region}.amazonaws.com`) : undefined],
		['storage', mediaHost?.url],
		['mail', smtpUrl ?? undefined],
		['sms', termii?.url],
		['payment', paystack?.url],
		['google', google?.issuer],
		['push', firebase?.url],
		['tracing', traces?.endpoint],
	];
	return [
		{ kind: 'hosting', host: null },
		...services.flatMap(([kind, url]) => (url === undefined ? [] : [{ kind, host: getHost(url) }])),
		{ kind: 'push', host: null },
		{ kind: 'whatsapp', host: 'wa.me' },
	];
}
