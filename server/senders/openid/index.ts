export {
	createRelyingParty,
	IdentityRejectedError,
	type ProviderConfig,
	type RelyingParty,
	type SignInSecrets,
	type VerifiedIdentity,
} from './relying-party.ts';
