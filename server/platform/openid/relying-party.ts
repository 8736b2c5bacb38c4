import * as client from 'openid-client';
import { Unavailable } from '../unavailable.ts';

export interface ProviderConfig {
	/** `https://…`; `http://` only on loopback. */
	issuer: string;
	clientId: string;
	clientSecret: string;
}

/** What one sign-in is bound to; known to the browser that began and to us alone. */
export interface SignInBinding {
	state: string;
	nonce: string;
	/** PKCE's secret. */
	verifier: string;
}

/** Who the provider says it is. `subject` is theirs for ever; everything else may change. */
export interface VerifiedIdentity {
	issuer: string;
	subject: string;
	email: string | null;
	emailVerified: boolean;
	name: string | null;
}

/** What the provider handed back proves nothing; `code` is for the log. */
export class IdentityRejected extends Error {
	override readonly name = 'UnprovenIdentity';
	readonly code: string;
	constructor(code: string) {
		super('The provider did not prove who this is');
		this.code = code;
	}
}

export interface RelyingParty {
	/** Where the browser is sent to sign in. Throws `Unavailable` where the provider does not answer. */
	buildAuthorizationUrl(binding: SignInBinding): Promise<URL>;
	/** Trades the code for an identity. Throws `IdentityRejected`, or `Unavailable` where the provider does not answer. */
	identify(
		callback: { code: string; state: string; iss?: string | undefined },
		binding: SignInBinding,
	): Promise<VerifiedIdentity>;
}

/** Seconds until a provider counts as gone. */
const timeoutSeconds = 8;
/** Milliseconds after which a provider is asked again what it is made of. */
const discoveryTtl = 24 * 3_600_000;

/** OpenID Connect with one provider: the authorization code flow with state, nonce and PKCE. */
export function createRelyingParty(
	{ issuer, clientId, clientSecret }: ProviderConfig,
	redirectUri: () => string,
): RelyingParty {
	let cached: { at: number; configuration: Promise<client.Configuration> } | undefined;

	function configuration(): Promise<client.Configuration> {
		if (!cached || Date.now() - cached.at > discoveryTtl) {
			const discovered = discover();
			cached = { at: Date.now(), configuration: discovered };
			discovered.catch(() => {
				cached = undefined;
			});
		}
		return cached.configuration;
	}

	async function discover(): Promise<client.Configuration> {
		try {
			return await client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
				timeout: timeoutSeconds,
				execute: [
					// Without it the signature of an ID token is not looked at: the specification lets the connection vouch for it.
					client.enableNonRepudiationChecks,
					...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
				],
			});
		} catch {
			throw new Unavailable(`${issuer} does not answer`);
		}
	}

	return {
		async buildAuthorizationUrl({ state, nonce, verifier }) {
			return client.buildAuthorizationUrl(await configuration(), {
				redirect_uri: redirectUri(),
				scope: 'openid email profile',
				state,
				nonce,
				code_challenge: await client.calculatePKCECodeChallenge(verifier),
				code_challenge_method: 'S256',
				// Phones are shared: whose account it is, is always asked.
				prompt: 'select_account',
			});
		},

		async identify({ code, state, iss }, binding) {
			const found = await configuration();
			const address = new URL(redirectUri());
			address.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString();
			let claims: client.IDToken | undefined;
			try {
				const tokens = await client.authorizationCodeGrant(found, address, {
					expectedState: binding.state,
					expectedNonce: binding.nonce,
					pkceCodeVerifier: binding.verifier,
					idTokenExpected: true,
				});
				claims = tokens.claims();
			} catch (error) {
				throw isOutage(error) ? new Unavailable(`${issuer} does not answer`) : new IdentityRejected(errorCode(error));
			}
			if (!claims?.sub) throw new IdentityRejected('no subject');
			if (claims.azp !== undefined && claims.azp !== clientId) throw new IdentityRejected('made for another client');
			return {
				issuer: claims.iss,
				subject: claims.sub,
				email: toText(claims.email),
				emailVerified: claims.email_verified === true,
				name: toText(claims.name),
			};
		},
	};
}

const toText = (claim: unknown) => (typeof claim === 'string' && claim.trim() !== '' ? claim : null);

/** No answer at all, or one that says it is the provider's own trouble. */
function isOutage(error: unknown): boolean {
	const { code, status, cause } = error as { code?: string; status?: number; cause?: { status?: number } };
	if (error instanceof TypeError || code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT') return true;
	return Number(status ?? cause?.status ?? 0) >= 500;
}

function errorCode(error: unknown): string {
	const { code, error: said, name } = error as { code?: string; error?: string; name?: string };
	return [code, said].filter(Boolean).join(' ') || (name ?? 'unknown');
}
