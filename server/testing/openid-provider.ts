import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import Provider, { type Adapter, type AdapterPayload, interactionPolicy } from 'oidc-provider';

export interface ProviderAccount {
	sub: string;
	email?: string;
	email_verified?: boolean;
	name?: string;
}

/** Returns the ID token that the provider sends instead of the original; null removes the token. */
export type TokenTamperer = (original: {
	token: string;
	claims: JWTPayload;
	sign: (claims: JWTPayload) => Promise<string>;
}) => Promise<string | null> | string | null;

export interface LoopbackOpenIdProvider {
	issuer: string;
	clientId: string;
	clientSecret: string;
	/** Environment variables that configure a server to use the provider. */
	env: Record<string, string>;
	addAccount(account: ProviderAccount): void;
	/** Passes all following ID tokens to `breaker`. Without an argument, ID tokens stay unchanged again. */
	tamperTokens(breaker?: TokenTamperer): void;
	close(): Promise<void>;
}

/**
 * Starts a real OpenID provider (`oidc-provider`) on loopback. It requires PKCE, accepts an authorization code once, and signs ID tokens
 * with RS256. Its login page lists all accounts.
 */
export async function startOpenIdProvider(): Promise<LoopbackOpenIdProvider> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
	const [clientId, clientSecret] = ['market', 'the secret of the market, long enough'];
	const { privateKey } = await generateKeyPair('RS256', { extractable: true });
	const accounts = new Map<string, ProviderAccount>();
	let tamperer: TokenTamperer | undefined;

	const prompts = interactionPolicy.base();
	prompts.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }));
	const provider = new Provider(issuer, {
		clients: [
			{
				client_id: clientId,
				client_secret: clientSecret,
				// A client of type `native` may use any loopback port.
				application_type: 'native',
				token_endpoint_auth_method: 'client_secret_post',
				redirect_uris: ['http://localhost/auth/google', 'http://127.0.0.1/auth/google'],
			},
		],
		adapter: createMemoryAdapter(),
		ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 3600, Interaction: 600, Session: 600 },
		jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'first', alg: 'RS256', use: 'sig' }] },
		cookies: { keys: ['a key for the cookies of one test run'] },
		claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
		conformIdTokenClaims: false,
		features: { devInteractions: { enabled: false } },
		pkce: { required: () => true },
		interactions: { policy: prompts, url: (_, { uid }) => `/choose/${uid}` },
		findAccount: (_, sub) => {
			const account = accounts.get(sub);
			return account && { accountId: sub, claims: () => ({ ...account }) };
		},
		async loadExistingGrant({ oidc }) {
			const grant = new oidc.provider.Grant({
				clientId: oidc.client?.clientId ?? '',
				accountId: oidc.session?.accountId ?? '',
			});
			grant.addOIDCScope('openid email profile');
			await grant.save();
			return grant;
		},
	});

	provider.use(async (context, next) => {
		if (context.path.startsWith('/choose/')) {
			const { as } = context.query;
			if (typeof as !== 'string') {
				context.type = 'html';
				context.body = renderAccountChooser([...accounts.values()]);
				return;
			}
			const result =
				as === 'nobody'
					? { error: 'access_denied', error_description: 'The person went back' }
					: { login: { accountId: as }, select_account: {}, consent: {} };
			context.redirect(await provider.interactionResult(context.req, context.res, result));
			return;
		}
		await next();
		const body = context.body as { id_token?: string } | undefined;
		if (context.path !== '/token' || !body?.id_token || !tamperer) return;
		const token = await tamperer({
			token: body.id_token,
			claims: decodeJwt(body.id_token),
			sign: (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'first' }).sign(privateKey),
		});
		const { id_token: _, ...rest } = body;
		context.body = token === null ? rest : { ...rest, id_token: token };
	});
	server.on('request', provider.callback());

	return {
		issuer,
		clientId,
		clientSecret,
		env: { OIDC_ISSUER: issuer, GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret },
		addAccount: (account) => void accounts.set(account.sub, account),
		tamperTokens(next) {
			tamperer = next;
		},
		close() {
			server.closeAllConnections();
			return new Promise((resolve) => server.close(() => resolve()));
		},
	};
}

/** Stores the codes and sessions of the provider in memory, separately per model. */
function createMemoryAdapter(): (kind: string) => Adapter {
	return () => {
		const payloads = new Map<string, AdapterPayload>();
		const findBy = async (name: 'uid' | 'userCode', value: string) =>
			[...payloads.values()].find((payload) => payload[name] === value);
		return {
			upsert: async (id, payload) => void payloads.set(id, payload),
			find: async (id) => payloads.get(id),
			findByUid: (uid) => findBy('uid', uid),
			findByUserCode: (code) => findBy('userCode', code),
			async consume(id) {
				const payload = payloads.get(id);
				if (payload) payload.consumed = Math.floor(Date.now() / 1000);
			},
			destroy: async (id) => void payloads.delete(id),
			async revokeByGrantId(grantId) {
				for (const [id, payload] of payloads) if (payload.grantId === grantId) payloads.delete(id);
			},
		};
	};
}

function renderAccountChooser(accounts: readonly ProviderAccount[]): string {
	const links = accounts.map(
		({ sub, name, email }) => `<li><a href="?as=${encodeURIComponent(sub)}">${name ?? email ?? sub}</a></li>`,
	);
	return `<!doctype html><html lang="en"><title>Choose an account</title><link rel="icon" href="data:,"><main><h1>Choose an account</h1><ul>${links.join('')}</ul>
		<a href="?as=nobody">Cancel</a></main></html>`;
}
