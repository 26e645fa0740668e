"""Reading a screenshot: from pixels to rows and marks, in pure functions on arrays."""
