import { createPrivateKey } from 'node:crypto';
import { resolve } from 'node:path';
import { z } from 'zod';
import { normalizePhone } from '../../contract/core/phone.ts';
import {
	type BackupTarget,
	type BackupTargetDeps,
	parseBackupTarget,
	type S3Account,
} from '../operator/backup/target.ts';

// The error of each setting continues the words 'must be'.
const textSchema = z.string().trim().min(1, 'a text that is not blank');
const httpUrlError = 'an address that begins with http:// or https://';
const httpUrlSchema = z
	.url({ protocol: /^https?$/, error: httpUrlError, abort: true })
	.transform((url) => url.replace(/\/+$/, ''));
const integer = (min: number, max: number) =>
	z
		.string()
		.regex(/^\d{1,6}$/, `a whole number from ${min} to ${max}`)
		.transform(Number)
		.refine((value) => value >= min && value <= max, `a whole number from ${min} to ${max}`);
const oneOf = <const Values extends readonly string[]>(values: Values) => z.enum(values, `one of ${values.join(', ')}`);
const onOffSchema = z.enum(['on', 'off'], 'on or off').transform((value) => value === 'on');

const contactError = 'an email address, or the https address of a page';

const firstInheritedFd = 3;

const firebaseNames = ['FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY', 'FIREBASE_APP_ID', 'FIREBASE_MESSAGING_SENDER_ID'];
const serviceAccountSchema = z.object({
	client_email: textSchema,
	private_key: textSchema,
	token_uri: httpUrlSchema.default('https://oauth2.googleapis.com/token'),
});

const environmentSchema = z.object({
	PORT: integer(0, 65_535).default(3000),
	HOST: textSchema.default('0.0.0.0'),
	PUBLIC_URL: httpUrlSchema
		.refine(
			(url) => new URL(url).pathname === '/' && !/[?#]/.test(url),
			'an address without a path, such as https://market.example',
		)
		.optional(),
	DATA_DIR: textSchema.default('./data'),
	DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'an address that begins with postgres://' }).optional(),
	S3_ENDPOINT: httpUrlSchema.optional(),
	S3_REGION: textSchema.default('us-east-1'),
	S3_BUCKET: textSchema.optional(),
	S3_ACCESS_KEY_ID: textSchema.optional(),
	S3_SECRET_ACCESS_KEY: textSchema.optional(),
	S3_FORCE_PATH_STYLE: onOffSchema.default(false),
	MEDIA_HOST_URL: httpUrlSchema.optional(),
	MEDIA_CLOUD_NAME: z
		.string()
		.regex(/^[\w-]{1,60}$/, '1 to 60 letters, digits, hyphens and underscores')
		.optional(),
	MEDIA_UPLOAD_PRESET: textSchema.optional(),
	MEDIA_API_SECRET: textSchema.optional(),
	/** The proxy that sends photos and videos from the disk instead of this process. */
	MEDIA_OFFLOAD: oneOf(['nginx']).optional(),
	/** Address at which Varnish, in front of the server, takes purges. */
	VARNISH_PURGE_URL: httpUrlSchema.optional(),
	SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'an address that begins with smtp:// or smtps://' }).optional(),
	MAIL_FROM: textSchema
		.regex(/^([^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'an address, or Name <address>')
		.optional(),
	GOOGLE_CLIENT_ID: textSchema.optional(),
	GOOGLE_CLIENT_SECRET: textSchema.optional(),
	// The issuer is not normalized, because a trailing slash is part of an issuer's name.
	OIDC_ISSUER: z
		.url({ protocol: /^https?$/, error: httpUrlError, abort: true })
		.refine(
			(url) => url.startsWith('https:') || isLoopback(new URL(url).hostname),
			'an https address (http only on this machine itself)',
		)
		.default('https://accounts.google.com'),
	/** Phone number of the operator in any spelling, normalized to the digits that `wa.me` takes. */
	WHATSAPP_NUMBER: textSchema
		.transform((value, context) => {
			const digits = normalizePhone(value);
			if (digits === null) context.addIssue('a phone number, such as 0803 123 4567 or +2348031234567');
			return digits ?? z.NEVER;
		})
		.optional(),
	PAYSTACK_SECRET_KEY: textSchema.regex(/^[\x21-\x7e]+$/, 'a key as Paystack shows it').optional(),
	PAYSTACK_URL: httpUrlSchema.default('https://api.paystack.co'),
	/** Key of Termii's API, which sends codes to phones. */
	TERMII_API_KEY: textSchema.regex(/^[\x21-\x7e]+$/, 'a key as Termii shows it').optional(),
	TERMII_SENDER_ID: textSchema.regex(/^[A-Za-z0-9 ]{3,11}$/, '3 to 11 letters, digits and spaces').optional(),
	TERMII_URL: httpUrlSchema
		.refine(
			(url) => url.startsWith('https:') || isLoopback(new URL(url).hostname),
			'an https address (http only on this machine itself)',
		)
		.default('https://api.ng.termii.com'),
	TERMII_CHANNEL: oneOf(['dnd', 'generic']).default('dnd'),
	/** Details of the operator's bank account. A line break may be written as \n, as many environment files cannot contain line breaks. */
	BANK_DETAILS: textSchema
		.max(1000, 'a text of at most 1,000 characters')
		.transform((details) => details.replaceAll('\\n', '\n'))
		.optional(),
	FIREBASE_PROJECT_ID: textSchema.optional(),
	FIREBASE_API_KEY: textSchema.optional(),
	FIREBASE_APP_ID: textSchema.optional(),
	FIREBASE_MESSAGING_SENDER_ID: textSchema.optional(),
	/** Content of the key file of a Google service account for Firebase, as JSON in one line. */
	FIREBASE_SERVICE_ACCOUNT: textSchema
		.transform((value, context) => {
			const account = parseServiceAccount(value);
			if (!account) context.addIssue('the JSON of a service account: client_email, private_key, token_uri');
			return account ?? z.NEVER;
		})
		.optional(),
	/** Public key of the Firebase project's Web Push certificate. Without it, Firebase's default key is used. */
	FIREBASE_VAPID_KEY: textSchema.optional(),
	FIREBASE_URL: httpUrlSchema.default('https://fcm.googleapis.com'),
	/** Contact for vulnerability reports: an email address or https URL, normalized to a URI. */
	SECURITY_CONTACT: z
		.union(
			[
				z.email(contactError).transform((address) => `mailto:${address}`),
				z.url({ protocol: /^https$/, normalize: true, error: contactError }),
			],
			{
				error: contactError,
			},
		)
		.optional(),
	ADMIN_EMAIL: z.email('an email address').optional(),
	ADMIN_PASSWORD: z
		.string()
		.min(8, 'a password of 8 to 256 characters')
		.max(256, 'a password of 8 to 256 characters')
		.optional(),
	SAMPLE_CONTENT: onOffSchema.default(true),
	METRICS_TOKEN: textSchema.min(16, 'a text of at least 16 characters').optional(),
	/** Folder or s3://bucket/prefix of the backups that the server makes every day. */
	BACKUP_TO: textSchema.optional(),
	/** Time of the daily backup in Nigeria. */
	BACKUP_AT: z
		.string()
		.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time, such as 02:00')
		.default('02:00'),
	/** Days after which a backup deletes earlier backups in the same target. */
	BACKUP_DAYS: integer(1, 3650).optional(),
	BACKUP_S3_ENDPOINT: httpUrlSchema.optional(),
	BACKUP_S3_REGION: textSchema.default('us-east-1'),
	BACKUP_S3_ACCESS_KEY_ID: textSchema.optional(),
	BACKUP_S3_SECRET_ACCESS_KEY: textSchema.optional(),
	BACKUP_S3_FORCE_PATH_STYLE: onOffSchema.default(false),
	/** Number of trusted proxies in front of the server. */
	TRUST_PROXY: integer(0, 10).default(0),
	/** Whether this process runs jobs. Turn it off in web processes if `main/worker.ts` runs the jobs. */
	WORKERS: onOffSchema.default(true),
	/** Id of the process that inherits a socket, set by systemd (sd_listen_fds(3)). */
	LISTEN_PID: z.coerce.number('a number').optional(),
	LISTEN_FDS: z.coerce.number('a number').optional(),
	LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
	SLOW_QUERY_MS: integer(1, 600_000).default(500),
	/** Base address of an OpenTelemetry collector, to which the server sends traces. */
	OTEL_EXPORTER_OTLP_ENDPOINT: httpUrlSchema.optional(),
	OTEL_TRACES_SAMPLER: oneOf([
		'always_on',
		'always_off',
		'traceidratio',
		'parentbased_always_on',
		'parentbased_always_off',
		'parentbased_traceidratio',
	]).default('parentbased_always_on'),
	OTEL_TRACES_SAMPLER_ARG: z.coerce
		.number('a number from 0 to 1')
		.min(0, 'a number from 0 to 1')
		.max(1, 'a number from 0 to 1')
		.default(1),
});

/** Error for invalid environment variables. Its message has one line for each of them, for the operator. */
export class ConfigError extends Error {
	override readonly name = 'ConfigError';
}

/** Parses the environment variables. Throws `ConfigError` for an invalid value. */
export function readConfig(env: Readonly<Record<string, string | undefined>>) {
	const defined = listDefined(env);
	const parsed = environmentSchema.safeParse(defined);
	if (!parsed.success) {
		const byName = new Map(parsed.error.issues.toReversed().map(({ path, message }) => [path.join('.'), message]));
		throw new ConfigError(
			[...byName]
				.map(([name, words]) => `${name}: must be ${words}`)
				.toReversed()
				.join('\n'),
		);
	}
	const values = parsed.data;
	const problems: string[] = [];
	const checkAllOrNone = (names: readonly string[]) => problems.push(...findIncompleteGroup(defined, names));
	checkAllOrNone(['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']);
	for (const name of ['S3_ENDPOINT', 'S3_REGION', 'S3_FORCE_PATH_STYLE']) {
		if (name in defined && !values.S3_BUCKET) problems.push(`${name}: needs S3_BUCKET`);
	}
	checkAllOrNone(['MEDIA_HOST_URL', 'MEDIA_CLOUD_NAME', 'MEDIA_UPLOAD_PRESET', 'MEDIA_API_SECRET']);
	if (values.MEDIA_OFFLOAD && values.S3_BUCKET) problems.push('MEDIA_OFFLOAD: files are in S3_BUCKET, not on the disk');
	if (values.MEDIA_OFFLOAD && values.TRUST_PROXY === 0) problems.push('MEDIA_OFFLOAD: needs TRUST_PROXY');
	if (values.VARNISH_PURGE_URL && values.TRUST_PROXY === 0) problems.push('VARNISH_PURGE_URL: needs TRUST_PROXY');
	checkAllOrNone(['ADMIN_EMAIL', 'ADMIN_PASSWORD']);
	checkAllOrNone(['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']);
	if ('OIDC_ISSUER' in defined && !values.GOOGLE_CLIENT_ID) problems.push('OIDC_ISSUER: needs GOOGLE_CLIENT_ID');
	checkAllOrNone([...firebaseNames, 'FIREBASE_SERVICE_ACCOUNT']);
	for (const name of ['FIREBASE_VAPID_KEY', 'FIREBASE_URL']) {
		if (name in defined && !values.FIREBASE_PROJECT_ID) problems.push(`${name}: needs FIREBASE_PROJECT_ID`);
	}
	if ('PAYSTACK_URL' in defined && !values.PAYSTACK_SECRET_KEY) {
		problems.push('PAYSTACK_URL: needs PAYSTACK_SECRET_KEY');
	}
	checkAllOrNone(['TERMII_API_KEY', 'TERMII_SENDER_ID']);
	for (const name of ['TERMII_URL', 'TERMII_CHANNEL']) {
		if (name in defined && !values.TERMII_API_KEY) problems.push(`${name}: needs TERMII_API_KEY`);
	}
	checkAllOrNone(['BACKUP_S3_ACCESS_KEY_ID', 'BACKUP_S3_SECRET_ACCESS_KEY']);
	for (const name of ['BACKUP_S3_ENDPOINT', 'BACKUP_S3_REGION', 'BACKUP_S3_FORCE_PATH_STYLE']) {
		if (name in defined && !values.BACKUP_S3_ACCESS_KEY_ID) problems.push(`${name}: needs BACKUP_S3_ACCESS_KEY_ID`);
	}
	if (problems.length > 0) throw new ConfigError(problems.join('\n'));
	const dataDir = resolve(values.DATA_DIR);
	const s3Account = readS3Account(values, 'S3');
	const s3 = s3Account && values.S3_BUCKET ? { ...s3Account, bucket: values.S3_BUCKET } : null;
	const backupS3 = readS3Account(values, 'BACKUP_S3') ?? s3Account;
	return Object.freeze({
		port: values.PORT,
		host: values.HOST,
		/** File descriptor of an inherited socket, which replaces host and port; null without such a socket. */
		inheritedSocket: values.LISTEN_PID === process.pid && values.LISTEN_FDS === 1 ? firstInheritedFd : null,
		/** Public base URL; null if PUBLIC_URL is not set. */
		publicUrl: values.PUBLIC_URL ?? null,
		dataDir,
		databaseUrl: values.DATABASE_URL ?? null,
		s3,
		/** External media host; null if the server itself stores uploads. */
		mediaHost:
			values.MEDIA_HOST_URL && values.MEDIA_CLOUD_NAME && values.MEDIA_UPLOAD_PRESET && values.MEDIA_API_SECRET
				? {
						url: values.MEDIA_HOST_URL,
						cloudName: values.MEDIA_CLOUD_NAME,
						uploadPreset: values.MEDIA_UPLOAD_PRESET,
						apiSecret: values.MEDIA_API_SECRET,
					}
				: null,
		/** Whether the proxy sends the bytes of photos and videos (X-Accel-Redirect). */
		offloadMedia: values.MEDIA_OFFLOAD !== undefined,
		/** Address of the cache in front of the server for purges; null without such a cache. */
		varnishPurgeUrl: values.VARNISH_PURGE_URL ?? null,
		smtpUrl: values.SMTP_URL ?? null,
		mailFrom: values.MAIL_FROM ?? null,
		google:
			values.GOOGLE_CLIENT_ID && values.GOOGLE_CLIENT_SECRET
				? {
						issuer: values.OIDC_ISSUER,
						clientId: values.GOOGLE_CLIENT_ID,
						clientSecret: values.GOOGLE_CLIENT_SECRET,
					}
				: null,
		/** Digits of the operator's contact number, for `wa.me` links. */
		whatsapp: values.WHATSAPP_NUMBER ?? null,
		paystack: values.PAYSTACK_SECRET_KEY ? { secretKey: values.PAYSTACK_SECRET_KEY, url: values.PAYSTACK_URL } : null,
		termii:
			values.TERMII_API_KEY && values.TERMII_SENDER_ID
				? {
						apiKey: values.TERMII_API_KEY,
						senderId: values.TERMII_SENDER_ID,
						url: values.TERMII_URL,
						channel: values.TERMII_CHANNEL,
					}
				: null,
		/** Whether visitors reach the server only on this machine, as while it is tried out or developed. */
		isLocal: values.PUBLIC_URL === undefined || isLoopback(new URL(values.PUBLIC_URL).hostname),
		/** Details of the bank account for manual transfers. */
		bankDetails: values.BANK_DETAILS ?? null,
		firebase:
			values.FIREBASE_PROJECT_ID &&
			values.FIREBASE_API_KEY &&
			values.FIREBASE_APP_ID &&
			values.FIREBASE_MESSAGING_SENDER_ID &&
			values.FIREBASE_SERVICE_ACCOUNT
				? {
						projectId: values.FIREBASE_PROJECT_ID,
						apiKey: values.FIREBASE_API_KEY,
						appId: values.FIREBASE_APP_ID,
						messagingSenderId: values.FIREBASE_MESSAGING_SENDER_ID,
						vapidKey: values.FIREBASE_VAPID_KEY ?? null,
						account: values.FIREBASE_SERVICE_ACCOUNT,
						url: values.FIREBASE_URL,
					}
				: null,
		securityContact: values.SECURITY_CONTACT ?? null,
		admin:
			values.ADMIN_EMAIL && values.ADMIN_PASSWORD
				? { email: values.ADMIN_EMAIL, password: values.ADMIN_PASSWORD }
				: null,
		sampleContent: values.SAMPLE_CONTENT,
		metricsToken: values.METRICS_TOKEN ?? null,
		backup: {
			/** Target of the daily backups; null if the server makes none. */
			target: values.BACKUP_TO === undefined ? null : readBackupTarget(values.BACKUP_TO, { dataDir, s3, backupS3 }),
			/** Minutes from midnight in Nigeria to the daily backup. */
			minute: toMinutes(values.BACKUP_AT),
			/** Days for which backups are stored; null if a backup deletes none. */
			days: values.BACKUP_DAYS ?? (values.BACKUP_TO === undefined ? null : defaultBackupDays),
			/** S3 account of backups; null without one. */
			s3: backupS3,
		},
		trustProxy: values.TRUST_PROXY,
		runJobs: values.WORKERS,
		logLevel: values.LOG_LEVEL,
		/** Milliseconds from which on a query is logged as slow. */
		slowQueryTime: values.SLOW_QUERY_MS,
		/** Where traces go and which share of them; null if nothing is traced. */
		traces: values.OTEL_EXPORTER_OTLP_ENDPOINT
			? {
					endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
					sampler: values.OTEL_TRACES_SAMPLER,
					samplerRatio: values.OTEL_TRACES_SAMPLER_ARG,
				}
			: null,
	});
}

export type Config = ReturnType<typeof readConfig>;

/** Variables whose values may be printed. Of all others, only whether they are set may be. */
const printableNames: readonly (keyof typeof environmentSchema.shape)[] = [
	'PORT',
	'HOST',
	'PUBLIC_URL',
	'DATA_DIR',
	'DATABASE_URL',
	'S3_ENDPOINT',
	'S3_REGION',
	'S3_BUCKET',
	'S3_FORCE_PATH_STYLE',
	'MEDIA_HOST_URL',
	'MEDIA_CLOUD_NAME',
	'MEDIA_OFFLOAD',
	'VARNISH_PURGE_URL',
	'SMTP_URL',
	'MAIL_FROM',
	'GOOGLE_CLIENT_ID',
	'OIDC_ISSUER',
	'WHATSAPP_NUMBER',
	'PAYSTACK_URL',
	'TERMII_SENDER_ID',
	'TERMII_URL',
	'TERMII_CHANNEL',
	'BANK_DETAILS',
	'FIREBASE_PROJECT_ID',
	'FIREBASE_APP_ID',
	'FIREBASE_MESSAGING_SENDER_ID',
	'FIREBASE_URL',
	'SECURITY_CONTACT',
	'ADMIN_EMAIL',
	'SAMPLE_CONTENT',
	'BACKUP_TO',
	'BACKUP_AT',
	'BACKUP_S3_ENDPOINT',
	'BACKUP_S3_REGION',
	'BACKUP_S3_FORCE_PATH_STYLE',
	'BACKUP_DAYS',
	'TRUST_PROXY',
	'WORKERS',
	'LOG_LEVEL',
	'SLOW_QUERY_MS',
	'OTEL_EXPORTER_OTLP_ENDPOINT',
	'OTEL_TRACES_SAMPLER',
	'OTEL_TRACES_SAMPLER_ARG',
];

/** Setting of a process, for the operator. */
export interface Setting {
	/** Name of the environment variable. */
	name: string;
	/** Value as text, without a login and a query if it is a URL. Null for a secret, and for a variable without a value. */
	value: string | null;
	source: 'environment' | 'default' | 'not set';
}

/** Lists the settings of a process without secrets. The environment must be valid, as that of a process that runs. */
export function listSettings(env: Readonly<Record<string, string | undefined>>): Setting[] {
	const defined = listDefined(env);
	const defaults: Record<string, unknown> = environmentSchema.parse({});
	return Object.keys(environmentSchema.shape).map((name) => {
		const source = name in defined ? 'environment' : defaults[name] === undefined ? 'not set' : 'default';
		const isPrintable = printableNames.some((printable) => printable === name);
		if (!isPrintable || source === 'not set') return { name, value: null, source };
		const value = defined[name] ?? defaults[name];
		const text = typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
		return { name, value: /_(URL|ENDPOINT|ISSUER)$/.test(name) ? removeLogin(text) : text, source };
	});
}

/** Removes the login, the query and the fragment of a URL, because they may contain a password. Null for a URL without a host. */
function removeLogin(text: string): string | null {
	const url = URL.parse(text);
	if (!url?.host) return null;
	return url.username || url.password || url.search || url.hash ? `${url.protocol}//${url.host}${url.pathname}` : text;
}

/** Lists the variables that have a value. Compose files set undefined variables to an empty string, which counts as undefined. */
function listDefined(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
	);
}

/** The privacy page promises that backups are deleted after 30 days. */
const defaultBackupDays = 30;

type Environment = z.output<typeof environmentSchema>;

function readS3Account(values: Environment, prefix: 'S3' | 'BACKUP_S3'): S3Account | null {
	const endpoint = values[`${prefix}_ENDPOINT`];
	const accessKeyId = values[`${prefix}_ACCESS_KEY_ID`];
	const secretAccessKey = values[`${prefix}_SECRET_ACCESS_KEY`];
	if (!accessKeyId || !secretAccessKey) return null;
	return {
		...(endpoint && { endpoint }),
		region: values[`${prefix}_REGION`],
		accessKeyId,
		secretAccessKey,
		forcePathStyle: values[`${prefix}_FORCE_PATH_STYLE`],
	};
}

function readBackupTarget(text: string, deps: BackupTargetDeps): BackupTarget {
	try {
		return parseBackupTarget(text, deps);
	} catch (error) {
		throw new ConfigError(`BACKUP_TO: ${(error as Error).message}`);
	}
}

/** Returns the minutes from midnight to a time such as '02:00'. */
function toMinutes(time: string): number {
	const [hours, minutes] = time.split(':');
	return Number(hours) * 60 + Number(minutes);
}

function isLoopback(host: string): boolean {
	return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

function parseServiceAccount(json: string) {
	try {
		const { client_email, private_key, token_uri } = serviceAccountSchema.parse(JSON.parse(json));
		createPrivateKey(private_key);
		return { email: client_email, privateKey: private_key, tokenUrl: token_uri };
	} catch {
		return null;
	}
}

/** Returns the problem of settings that are needed together, if only some of them are given. */
function findIncompleteGroup(given: Record<string, unknown>, names: readonly string[]): string[] {
	const missing = names.filter((name) => given[name] === undefined);
	const present = names.filter((name) => given[name] !== undefined);
	if (missing.length === 0 || present.length === 0) return [];
	return [`${missing.join(', ')}: needed together with ${present.join(', ')}`];
}
