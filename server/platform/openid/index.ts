export {
	createRelyingParty,
	type ProvenIdentity,
	type ProviderConfig,
	type RelyingParty,
	type SignInBinding,
	UnprovenIdentity,
} from './relying-party.ts';
