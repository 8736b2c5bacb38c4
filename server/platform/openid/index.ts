export {
	createRelyingParty,
	IdentityRejectedError,
	type ProviderConfig,
	type RelyingParty,
	type SignInBinding,
	type VerifiedIdentity,
} from './relying-party.ts';
