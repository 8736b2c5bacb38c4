// What a course's page and its card say.
export const back = 'Back to Courses';
export const about = 'About This Course';
export const modulesTitle = 'Course Modules';
export const details = 'Course Details';
export const duration = 'Duration';
export const modules = 'Modules';
export const notFoundHint = 'The link may be incomplete. Browse our courses instead.';
export const progress = 'Your progress';
export const progressIn = (title: string) => `Your progress in ${title}`;
export const seeRequest = 'View your request';
export const statusFailed = "We couldn't check if you already take this course.";
export const startHint = "Request a place; we'll email you how to pay.";
export const start = 'Start Course';
export const currency = 'NGN';
export const shareDescription = (price: string, description: string) => `${currency} ${price} · ${description}`;
/** What is said of a request that waits. */
export const waiting = {
	requested: 'We have your request for this course.',
	awaiting_payment: 'Pay to secure your place.',
	paid: 'We received your payment. Your course opens soon.',
};
