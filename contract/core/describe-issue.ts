import type { z } from 'zod';
import * as validationText from '../../text/shared/validation.ts';

/** Returns a sentence for what is wrong with a value, for schemas that have none of their own. */
export const describeIssue: z.core.$ZodErrorMap = (issue) => {
	switch (issue.code) {
		case 'too_big': {
			const maximum = Number(issue.maximum);
			if (issue.origin === 'string') return validationText.atMostCharacters(maximum);
			if (issue.origin === 'array') return validationText.tooManyItems(maximum);
			// Every integer has this limit, so it says nothing about the field.
			return maximum === Number.MAX_SAFE_INTEGER ? validationText.notUnderstood : validationText.atMost(maximum);
		}
		case 'too_small': {
			const minimum = Number(issue.minimum);
			if (issue.origin === 'array' || (issue.origin === 'string' && minimum === 1)) return validationText.missing;
			if (issue.origin === 'string') return validationText.atLeastCharacters(minimum);
			return minimum === Number.MIN_SAFE_INTEGER ? validationText.notUnderstood : validationText.atLeast(minimum);
		}
		case 'invalid_value':
			return validationText.notAChoice;
		case 'invalid_type':
			return issue.input === undefined ? validationText.missing : validationText.wrongType;
		case 'unrecognized_keys':
			return validationText.fieldUnknown;
		default:
			return validationText.notUnderstood;
	}
};
