import * as client from 'openid-client';
import { ServiceUnavailableError } from '../../core/service-unavailable-error.ts';

export interface ProviderConfig {
	/** URL of the provider: `https://…`, or `http://…` on loopback. */
	issuer: string;
	clientId: string;
	clientSecret: string;
}

/** Secrets of one sign-in, known only to the browser that signs in and to this server. */
export interface SignInSecrets {
	state: string;
	nonce: string;
	/** PKCE code verifier. */
	verifier: string;
}

/** Identity according to the provider. `subject` never changes; every other field may change. */
export interface VerifiedIdentity {
	issuer: string;
	subject: string;
	email: string | null;
	emailVerified: boolean;
	name: string | null;
}

/** Error when the provider's response does not prove an identity. `code` is for the log. */
export class IdentityRejectedError extends Error {
	override readonly name = 'IdentityRejectedError';
	readonly code: string;
	constructor(code: string) {
		super('The provider did not prove an identity');
		this.code = code;
	}
}

export interface RelyingParty {
	/** Builds the URL that starts the sign-in. Throws `ServiceUnavailableError` if the provider does not respond. */
	buildAuthorizationUrl(binding: SignInSecrets): Promise<URL>;
	/** Exchanges the authorization code for an identity. Throws `IdentityRejectedError` or `ServiceUnavailableError` (no response). */
	identify(
		callback: { code: string; state: string; iss?: string | undefined },
		binding: SignInSecrets,
	): Promise<VerifiedIdentity>;
}

/** Milliseconds that the provider's configuration is cached. */
const discoveryTtl = 24 * 3_600_000;

/**
 * Creates an OpenID Connect client of one provider: authorization code flow with state, nonce and PKCE. `timeout` is that of a call to the
 * provider, in milliseconds.
 */
export function createRelyingParty(
	{ issuer, clientId, clientSecret }: ProviderConfig,
	redirectUri: () => string,
	{ timeout = 8000 }: { timeout?: number } = {},
): RelyingParty {
	let cached: { at: number; configuration: Promise<client.Configuration> } | undefined;

	function configuration(): Promise<client.Configuration> {
		if (!cached || Date.now() - cached.at > discoveryTtl) {
			const discovery = discover();
			cached = { at: Date.now(), configuration: discovery };
			discovery.catch(() => {
				cached = undefined;
			});
		}
		return cached.configuration;
	}

	async function discover(): Promise<client.Configuration> {
		try {
			return await client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
				timeout: timeout / 1000,
				execute: [
					// Verifies the signature of ID tokens. By default the library relies on TLS, as the OpenID specification allows.
					client.enableNonRepudiationChecks,
					...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
				],
			});
		} catch {
			throw new ServiceUnavailableError(`${issuer} does not respond`);
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
				// The provider always asks for the account, because people share phones.
				prompt: 'select_account',
			});
		},

		async identify({ code, state, iss }, binding) {
			const providerConfiguration = await configuration();
			const address = new URL(redirectUri());
			address.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString();
			let claims: client.IDToken | undefined;
			try {
				const tokens = await client.authorizationCodeGrant(providerConfiguration, address, {
					expectedState: binding.state,
					expectedNonce: binding.nonce,
					pkceCodeVerifier: binding.verifier,
					idTokenExpected: true,
				});
				claims = tokens.claims();
			} catch (error) {
				throw isOutage(error)
					? new ServiceUnavailableError(`${issuer} does not respond`)
					: new IdentityRejectedError(errorCode(error));
			}
			if (!claims?.sub) throw new IdentityRejectedError('no subject');
			if (claims.azp !== undefined && claims.azp !== clientId)
				throw new IdentityRejectedError('made for another client');
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

/** Returns whether a call to the provider failed because of no response or a server error. */
function isOutage(error: unknown): boolean {
	const { code, status, cause } = error as { code?: string; status?: number; cause?: { status?: number } };
	if (error instanceof TypeError || code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT') return true;
	return Number(status ?? cause?.status ?? 0) >= 500;
}

function errorCode(error: unknown): string {
	const { code, error: oauthError, name } = error as { code?: string; error?: string; name?: string };
	return [code, oauthError].filter(Boolean).join(' ') || (name ?? 'unknown');
}
