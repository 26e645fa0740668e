"""Responses of the JSON API match its OpenAPI document for any request."""

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

PROMISES = [
    schemathesis.checks.not_a_server_error,
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
]


@pytest.mark.parametrize("path", ["/suggest", "/analyse"])
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_every_response_matches_its_schema(make_app, path, mode):
    app = make_app(rate_limits=False)
    document = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app)
    cases = document[path]["GET"].as_strategy(generation_mode=mode)

    @settings(max_examples=40, suppress_health_check=list(HealthCheck))
    @given(case=cases)
    def answers(case: schemathesis.Case) -> None:
        case.call_and_validate(headers={"Accept-Encoding": "identity"}, checks=PROMISES)

    answers()
