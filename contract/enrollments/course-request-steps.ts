/** Steps of a course request as its learner sees them, until the course is open. */
export type RequestStep = 'requested' | 'pay' | 'transfer' | 'checking' | 'paid' | 'cancelled' | 'refunded';
