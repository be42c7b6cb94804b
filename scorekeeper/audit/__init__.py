"""The audit of a paper sheet: where what somebody worked out by hand parts from the rules, and
why."""
