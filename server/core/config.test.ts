import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, listSettings, readConfig } from './config.ts';

test('needs no configuration', () => {
	expect(readConfig({})).toEqual({
		port: 3000,
		host: '0.0.0.0',
		inheritedSocket: null,
		publicUrl: null,
		dataDir: resolve('data'),
		databaseUrl: null,
		s3: null,
		mediaHost: null,
		offloadMedia: false,
		google: null,
		smtpUrl: null,
		mailFrom: null,
		whatsapp: null,
		paystack: null,
		termii: null,
		isLocal: true,
		firebase: null,
		bankDetails: null,
		securityContact: null,
		admin: null,
		sampleContent: true,
		metricsToken: null,
		backup: { target: null, minute: 120, days: null, s3: null },
		trustProxy: 0,
		varnishPurgeUrl: null,
		runJobs: true,
		logLevel: 'info',
		slowQueryTime: 500,
		traces: null,
	});
	expect(Object.isFrozen(readConfig({}))).toBe(true);
});

test('ignores empty and unknown variables', () => {
	expect(readConfig({ PORT: '', S3_BUCKET: '', DATABASE_URL: undefined, HOME: '/root' })).toEqual(readConfig({}));
});

test('reads the configured values', () => {
	const config = readConfig({
		PORT: '8080',
		PUBLIC_URL: 'https://market.example/',
		DATABASE_URL: 'postgres://u:p@localhost/market',
		S3_BUCKET: 'files',
		S3_ACCESS_KEY_ID: 'id',
		S3_SECRET_ACCESS_KEY: 'secret',
		S3_ENDPOINT: 'http://127.0.0.1:9000/',
		S3_FORCE_PATH_STYLE: 'on',
		MEDIA_HOST_URL: 'https://api.cloudinary.com/',
		MEDIA_CLOUD_NAME: 'demo',
		MEDIA_UPLOAD_PRESET: 'market',
		MEDIA_API_SECRET: 'secret',
		GOOGLE_CLIENT_ID: 'market',
		GOOGLE_CLIENT_SECRET: 'secret',
		OIDC_ISSUER: 'http://localhost:4000/',
		WHATSAPP_NUMBER: '+234 803 123 4567',
		PAYSTACK_SECRET_KEY: 'sk_test_1',
		TERMII_API_KEY: 'TLabc',
		TERMII_SENDER_ID: 'Kasuwa',
		BANK_DETAILS: 'First Bank\\n0123456789',
		ADMIN_EMAIL: 'boss@example.com',
		ADMIN_PASSWORD: 'long enough',
		TRUST_PROXY: '1',
		WORKERS: 'off',
		SAMPLE_CONTENT: 'off',
	});
	expect(config).toMatchObject({
		port: 8080,
		publicUrl: 'https://market.example',
		whatsapp: '2348031234567',
		databaseUrl: 'postgres://u:p@localhost/market',
		s3: { endpoint: 'http://127.0.0.1:9000', region: 'us-east-1', bucket: 'files', forcePathStyle: true },
		mediaHost: { url: 'https://api.cloudinary.com', cloudName: 'demo', uploadPreset: 'market', apiSecret: 'secret' },
		google: { issuer: 'http://localhost:4000/', clientId: 'market', clientSecret: 'secret' },
		paystack: { secretKey: 'sk_test_1', url: 'https://api.paystack.co' },
		termii: { apiKey: 'TLabc', senderId: 'Kasuwa', url: 'https://api.ng.termii.com', channel: 'dnd' },
		isLocal: false,
		bankDetails: 'First Bank\n0123456789',
		admin: { email: 'boss@example.com', password: 'long enough' },
		trustProxy: 1,
		runJobs: false,
		sampleContent: false,
	});
});

test('names all settings that do not fit together at once', () => {
	const env = {
		S3_BUCKET: 'files',
		PAYSTACK_URL: 'https://a.example',
		ADMIN_EMAIL: 'boss@example.com',
		TERMII_URL: 'https://a.example',
	};
	expect(() => readConfig(env)).toThrow(
		new ConfigError(
			[
				'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: needed together with S3_BUCKET',
				'ADMIN_PASSWORD: needed together with ADMIN_EMAIL',
				'PAYSTACK_URL: needs PAYSTACK_SECRET_KEY',
				'TERMII_URL: needs TERMII_API_KEY',
			].join('\n'),
		),
	);
});

describe('backups', () => {
	const filesEnv = {
		S3_BUCKET: 'files',
		S3_ACCESS_KEY_ID: 'id',
		S3_SECRET_ACCESS_KEY: 'secret',
		S3_ENDPOINT: 'http://a',
	};
	const readBackup = (env: Record<string, string>) => readConfig(env).backup;

	test('go to a folder, and are deleted after 30 days unless another number is set', () => {
		const backup = readBackup({ BACKUP_TO: '/mnt/backups/', BACKUP_AT: '03:30' });
		expect(backup).toMatchObject({ target: { folder: '/mnt/backups' }, minute: 210, days: 30 });
		expect(readBackup({ BACKUP_TO: '/mnt/backups', BACKUP_DAYS: '90' }).days).toBe(90);
	});

	test.each(['./backups', './data-backups', '../backups'])(
		'go to %s, which neither is in DATA_DIR nor contains it',
		(to) => {
			expect(readBackup({ BACKUP_TO: to }).target).toEqual({ folder: resolve(to) });
		},
	);

	test('go to a bucket with the account of the files, or one of their own', () => {
		const { target } = readBackup({ ...filesEnv, BACKUP_TO: 's3://safe/market/daily/' });
		expect(target).toMatchObject({ bucket: 'safe', prefix: 'market/daily/', account: { endpoint: 'http://a' } });
		const own = {
			BACKUP_S3_ACCESS_KEY_ID: 'own',
			BACKUP_S3_SECRET_ACCESS_KEY: 'secret',
			BACKUP_S3_REGION: 'af-south-1',
		};
		const account = { accessKeyId: 'own', secretAccessKey: 'secret', region: 'af-south-1', forcePathStyle: false };
		const backup = readBackup({ ...filesEnv, ...own, BACKUP_TO: 's3://safe' });
		expect(backup.target).toEqual({ bucket: 'safe', prefix: '', account });
		// Both addresses may be of one server.
		expect(() => readBackup({ ...filesEnv, ...own, BACKUP_TO: 's3://files' })).toThrow('the bucket of the files');
	});

	test.each(['s3://files/backups', 's3://UPPER', 's3://safe/Market', 's3://safe/../x', 's3://'])(
		'do not go to %s',
		(to) => {
			expect(() => readBackup({ ...filesEnv, BACKUP_TO: to })).toThrow(`BACKUP_TO: ${to} `);
		},
	);
});

describe('rejects an invalid value with one line that names the variable', () => {
	test.each([
		['PORT', 'many'],
		['PORT', '65536'],
		['PORT', '1.5'],
		['PUBLIC_URL', 'market.example'],
		['PUBLIC_URL', 'ftp://market.example'],
		['DATABASE_URL', 'mysql://localhost/market'],
		['S3_ENDPOINT', 'localhost'],
		['S3_FORCE_PATH_STYLE', 'yes'],
		['MEDIA_HOST_URL', 'javascript:alert(1)'],
		['MEDIA_CLOUD_NAME', 'a/b'],
		['MEDIA_OFFLOAD', 'caddy'],
		['MEDIA_OFFLOAD', 'nginx'],
		['VARNISH_PURGE_URL', '127.0.0.1:6083'],
		['VARNISH_PURGE_URL', 'http://127.0.0.1:6083'],
		['SMTP_URL', 'http://mail.example'],
		['OIDC_ISSUER', 'http://accounts.example'],
		['OIDC_ISSUER', 'http://localhost.example'],
		['OIDC_ISSUER', 'https://accounts.example'],
		['PAYSTACK_SECRET_KEY', 'sk test'],
		['PAYSTACK_URL', 'http://127.0.0.1:1'],
		['TERMII_API_KEY', 'TL abc'],
		['TERMII_SENDER_ID', 'ab'],
		['TERMII_SENDER_ID', 'twelve chars'],
		['TERMII_URL', 'http://termii.example'],
		['TERMII_URL', 'https://v3.api.termii.com'],
		['TERMII_CHANNEL', 'dnd'],
		['WHATSAPP_NUMBER', '12'],
		['WHATSAPP_NUMBER', 'ask Ada'],
		['SECURITY_CONTACT', 'nobody'],
		['SECURITY_CONTACT', 'http://market.example/report'],
		['SECURITY_CONTACT', 'a@b.example\nExpires: never'],
		['ADMIN_EMAIL', 'boss'],
		['ADMIN_PASSWORD', 'short'],
		['SAMPLE_CONTENT', 'true'],
		['BACKUP_DAYS', '0'],
		['BACKUP_DAYS', 'all'],
		['BACKUP_AT', '2:00'],
		['BACKUP_AT', '24:00'],
		['BACKUP_TO', './data/backups'],
		['BACKUP_TO', './data'],
		['BACKUP_TO', './data/..backups'],
		['BACKUP_TO', '.'],
		['BACKUP_TO', '/'],
		['BACKUP_TO', 's3://bucket'],
		['BACKUP_S3_REGION', 'eu-west-1'],
		['TRUST_PROXY', '-1'],
		['TRUST_PROXY', 'all'],
		['WORKERS', '1'],
		['LOG_LEVEL', 'loud'],
		['SLOW_QUERY_MS', '0'],
		['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317'],
		['OTEL_TRACES_SAMPLER', 'some'],
		['OTEL_TRACES_SAMPLER_ARG', '10%'],
		['OTEL_TRACES_SAMPLER_ARG', '2'],
	])('%s=%s', (name, value) => {
		expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
		expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}: [^\\n]+$`));
	});

	test.each([
		[{ S3_BUCKET: 'files' }, 'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: needed together with S3_BUCKET'],
		[{ GOOGLE_CLIENT_ID: 'market' }, 'GOOGLE_CLIENT_SECRET: needed together with GOOGLE_CLIENT_ID'],
		[{ TERMII_API_KEY: 'TLabc' }, 'TERMII_SENDER_ID: needed together with TERMII_API_KEY'],
		[{ ADMIN_EMAIL: 'boss@example.com' }, 'ADMIN_PASSWORD: needed together with ADMIN_EMAIL'],
		[
			{ MEDIA_HOST_URL: 'https://api.cloudinary.com', MEDIA_CLOUD_NAME: 'demo' },
			'MEDIA_UPLOAD_PRESET, MEDIA_API_SECRET: needed together with MEDIA_HOST_URL, MEDIA_CLOUD_NAME',
		],
	])('rejects incomplete groups of variables: %o', (env, message) => {
		expect(() => readConfig(env)).toThrow(message);
	});
});

test('sends traces to a collector', () => {
	const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' };
	const all = { endpoint: 'http://127.0.0.1:4318', sampler: 'parentbased_always_on', samplerRatio: 1 };
	expect(readConfig(traced).traces).toEqual(all);
	const sampled = { ...traced, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' };
	expect(readConfig(sampled).traces).toEqual({ ...all, sampler: 'traceidratio', samplerRatio: 0.1 });
});

test('lets a proxy send files from the disk only', () => {
	const proxied = { MEDIA_OFFLOAD: 'nginx', TRUST_PROXY: '1' };
	expect(readConfig(proxied).offloadMedia).toBe(true);
	const bucket = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' };
	expect(() => readConfig({ ...proxied, ...bucket })).toThrow('MEDIA_OFFLOAD: files are in S3_BUCKET');
});

test.each([
	['http://localhost:4000', true],
	['http://127.0.0.1', true],
	['http://[::1]:3000', true],
	['https://market.example', false],
	['http://localhost.example', false],
])('%s is local: %s', (PUBLIC_URL, isLocal) => {
	expect(readConfig({ PUBLIC_URL }).isLocal).toBe(isLocal);
});

test('inherits a socket only if LISTEN_PID names this process', () => {
	const inherited = (LISTEN_PID: number) =>
		readConfig({ LISTEN_PID: `${LISTEN_PID}`, LISTEN_FDS: '1' }).inheritedSocket;
	expect(inherited(process.pid)).toBe(3);
	// LISTEN_PID names the parent if a process inherits its parent's environment variables.
	expect(inherited(process.ppid)).toBe(null);
});

describe('settings', () => {
	const find = (env: Record<string, string>, name: string) =>
		listSettings(env).find((setting) => setting.name === name);

	test('have their source and the default value', () => {
		expect(find({}, 'PORT')).toEqual({ name: 'PORT', value: '3000', source: 'default' });
		expect(find({ PORT: '80' }, 'PORT')).toEqual({ name: 'PORT', value: '80', source: 'environment' });
		expect(find({ PORT: '' }, 'PORT')).toMatchObject({ source: 'default' });
		expect(find({}, 'SAMPLE_CONTENT')).toMatchObject({ value: 'on', source: 'default' });
		expect(find({}, 'PUBLIC_URL')).toEqual({ name: 'PUBLIC_URL', value: null, source: 'not set' });
		expect(find({ PUBLIC_URL: 'https://market.example' }, 'PUBLIC_URL')?.value).toBe('https://market.example');
		expect(find({ BANK_DETAILS: 'GTBank:0123456789' }, 'BANK_DETAILS')?.value).toBe('GTBank:0123456789');
	});

	test.each([
		[
			'DATABASE_URL',
			'postgres://boss:hidden@db.example:5432/market?password=hidden',
			'postgres://db.example:5432/market',
		],
		['SMTP_URL', 'smtps://boss:hidden@mail.example', 'smtps://mail.example'],
		['SMTP_URL', 'smtp:boss:hidden@mail.example', null],
		['S3_ENDPOINT', 'https://s3.example/#hidden', 'https://s3.example/'],
		['S3_SECRET_ACCESS_KEY', 'hidden', null],
		['ADMIN_PASSWORD', 'hidden', null],
	])('show no secret of %s', (name, text, value) => {
		expect(find({ [name]: text }, name)).toEqual({ name, value, source: 'environment' });
		expect(JSON.stringify(listSettings({ [name]: text }))).not.toContain('hidden');
	});

	test('show no value of a variable whose name sounds like a secret', () => {
		const names = listSettings({}).map(({ name }) => name);
		const env = Object.fromEntries(names.map((name) => [name, 'hidden']));
		const printed = listSettings(env).filter(({ value }) => value !== null);
		expect(printed.filter(({ name }) => /KEY|SECRET|PASSWORD|TOKEN|PRESET|ACCOUNT/.test(name))).toEqual([]);
		expect(printed.length).toBeGreaterThan(20);
	});
});

/** Values that are wrong for at least one setting each. */
const wrongValues = ['  ', 'ftp://host', 'not an address', '-1', '1e9', 'a@b', 'x'.repeat(2000), '\u0000'];
/** Settings that take any text. */
const freeNames = ['OTEL_TRACES_SAMPLER_ARG', 'LISTEN_PID', 'LISTEN_FDS'];

test('says in words what each setting must be, for every wrong value', () => {
	for (const { name } of listSettings({})) {
		const messages = wrongValues.flatMap((value) => {
			try {
				readConfig({ [name]: value });
				return [];
			} catch (error) {
				return error instanceof ConfigError ? error.message : String(error);
			}
		});
		if (!freeNames.includes(name)) expect(messages.length, name).toBeGreaterThan(0);
		for (const message of messages) {
			expect(message).toMatch(new RegExp(`^(${name}: must be (a|an|on|one|the|\\d) ?|${name}: |[A-Z0-9_, ]+: need)`));
			expect(message).not.toMatch(/Invalid|expected|Too (small|big)|received|pattern|undefined/);
		}
	}
});

test('lists all wrong settings at once, each in its line', () => {
	expect(() => readConfig({ PORT: 'x', DATABASE_URL: 'mysql://a', WORKERS: 'yes', LOG_LEVEL: 'loud' })).toThrow(
		[
			'PORT: must be a whole number from 0 to 65535',
			'DATABASE_URL: must be an address that begins with postgres://',
			'WORKERS: must be on or off',
			'LOG_LEVEL: must be one of fatal, error, warn, info, debug, trace, silent',
		].join('\n'),
	);
});
