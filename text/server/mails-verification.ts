// What mails about the verification of a business say.

export const acceptedSubject = 'Your business is verified';
export const accepted = 'Customers now see "Business verified" on your profile and your ads.';
export const rejectedSubject = 'Your business is not verified yet';
export const rejected = 'We checked your documents. They do not prove your business yet.';
export const rejectedHint = 'You can send new photos from your verification page.';
export const revokedSubject = 'Your business is no longer verified';
export const revoked = 'We removed the badge "Business verified" from your profile and your ads.';
export const revokedHint = 'If you think this is wrong, send your documents again.';
export const photosDeleted = 'We deleted the photos of your documents.';
export const business = 'Business';
export const reason = 'Reason';
export const viewProfile = 'View your profile';
export const sendAgain = 'Send new photos';
