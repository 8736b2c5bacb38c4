/**
 * Every sentence of the specification, to the letter.
 * @NOTE Misspellings ('Successfull Logged Out', 'Removed to wishlist') are the specification's own and stay.
 */
export const messages = {
	loggedOut: 'Successfull Logged Out',
	loggedIn: 'successfully Logged In',
	networkError: 'Network Error please check your internet connectivity',
	googleAddressFailed: 'This error Something went wrong!',

	wishlistAdded: 'Added to wishlist',
	wishlistRemoved: 'Removed to wishlist',
	saved: 'Saved',
	unsaved: 'Removed from saved List',

	emailMissing: 'Please enter your email address',
	emailInvalid: 'Invalid email address',
	passwordMissing: 'Enter your password',

	videoTooLarge: 'Video size must be under 50MB.',
	videoNotVideo: 'Please select a valid video file.',
	videoSelected: 'Video selected successfully!',
	uploadFieldsMissing: 'All fields are required.',
	mediaHostFailed: 'Media host upload failed.',
	uploadFailed: 'Upload failed.',
	metadataRefused: 'Failed to save video metadata.',
	metadataUnreachable: 'Server error saving metadata.',
	uploadSucceeded: 'Video uploaded and saved successfully!',
	videoNotFound: 'No video found.',
	linkCopied: 'Link copied to clipboard',

	enrollmentNameMissing: 'Name is required',
	enrollmentEmailMissing: 'Email is required',
	enrollmentPhoneMissing: 'Phone number is required',
	enrollmentSucceeded: 'Enrollment successful!',
	enrollmentFailed: 'Failed to submit enrollment',
	courseNotFound: 'Course Not Found',

	notificationsEnabled: 'Notifications are enabled and active.',
	notificationsDisabled: 'Please enable notifications to receive updates.',
	notificationTokenHeading: 'Sending Notification Token',
	notificationUserIdMissing: 'User ID is required.',
	notificationNoToken: 'No FCM token found for the user.',
	notificationSent: 'Notification sent successfully.',
	notificationErrorPrefix: 'Error: ',
} as const;
