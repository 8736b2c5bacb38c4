// The specification's messages, word for word. Misspellings such as 'Successfull Logged Out' are from the specification and stay.
export const loggedOut = 'Successfull Logged Out';
export const loggedIn = 'successfully Logged In';
export const networkError = 'Network Error please check your internet connectivity';
export const googleAddressFailed = 'This error Something went wrong!';

export const wishlistAdded = 'Added to wishlist';
export const wishlistRemoved = 'Removed to wishlist';
export const saved = 'Saved';
export const unsaved = 'Removed from saved List';

export const emailMissing = 'Please enter your email address';
export const emailInvalid = 'Invalid email address';
export const passwordMissing = 'Enter your password';

export const videoTooLarge = 'Video size must be under 50MB.';
export const videoNotVideo = 'Please select a valid video file.';
export const videoSelected = 'Video selected successfully!';
export const uploadFieldsMissing = 'All fields are required.';
export const mediaHostFailed = 'Media host upload failed.';
export const uploadFailed = 'Upload failed.';
export const metadataRejected = 'Failed to save video metadata.';
export const metadataUnreachable = 'Server error saving metadata.';
export const uploadSucceeded = 'Video uploaded and saved successfully!';
export const videoNotFound = 'No video found.';
export const linkCopied = 'Link copied to clipboard';

export const enrollmentNameMissing = 'Name is required';
export const enrollmentEmailMissing = 'Email is required';
export const enrollmentPhoneMissing = 'Phone number is required';
export const enrollmentSucceeded = 'Enrollment successful!';
export const enrollmentFailed = 'Failed to submit enrollment';
export const courseNotFound = 'Course Not Found';

export const notificationsEnabled = 'Notifications are enabled and active.';
export const notificationsDisabled = 'Please enable notifications to receive updates.';
export const notificationTokenHeading = 'Sending Notification Token';
export const notificationUserIdMissing = 'User ID is required.';
export const notificationNoToken = 'No FCM token found for the user.';
export const notificationSent = 'Notification sent successfully.';
export const notificationErrorPrefix = 'Error: ';
