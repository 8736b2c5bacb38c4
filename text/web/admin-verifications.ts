// What administrators read where they check the documents of businesses.
export const title = 'Verifications';
export const listText = {
	loading: 'Loading verifications',
	loadFailed: "We couldn't load the verifications",
	list: 'Requests',
	emptyTitle: 'Nothing to check',
	emptyHint: 'New requests appear here.',
};
export const sentOn = 'Sent <time/>';
export const decidedOn = 'Decided <time/>';
export const memberSince = (date: string) => `Joined ${date}`;
export const photos = (count: number) => (count === 1 ? '1 photo' : `${count} photos`);
export const showPhotos = 'Show photos and decide';
export const hidePhotos = 'Hide';
export const revokeStart = 'Revoke';
export const loadingPhotos = 'Loading photos';
export const photosFailed = "We couldn't load the photos";
export const photosDeleted = 'The photos were deleted with the decision.';
export const photoAlt = (place: number, name: string) => `Document of ${name}, photo ${place}`;
export const openPhoto = (place: number, name: string) => `${photoAlt(place, name)}, opens in a new tab`;
export const checkHint = 'Look the name up in the CAC register. Accept only what the photos prove.';
export const others = 'Other requests of this account';
export const decide = 'Decide';
export const decisions = { accept: 'Accept', reject: 'Reject', revoke: 'Revoke' };
export const actions = { accept: 'Accept and add badge', reject: 'Reject request', revoke: 'Remove badge' };
export const reasonHint = 'The owner can read this. We delete the photos.';
export const revokeHint = 'The owner can read this.';
export const decided = { accept: 'Business verified', reject: 'Request rejected', revoke: 'Badge removed' };
export const acceptQuestion = (name: string) => `Verify "${name}"?`;
export const acceptHint = 'Customers will see this name and the badge on the profile.';
