export {
	createRelyingParty,
	IdentityRejected,
	type ProviderConfig,
	type RelyingParty,
	type SignInBinding,
	type VerifiedIdentity,
} from './relying-party.ts';
