/* SHA-256 against the examples of FIPS 180-4 (NIST "SHA_All" example values) and the boundaries
 * of its padding, whose digests come from sha256sum. */
#include "reports/sha256.h"

#include "tests/unit_main.h"

#include <CUnit/CUnit.h>
#include <string.h>

void suite_report_sha256(void);

static void check(const char *text, size_t len, const char *expected)
{
	struct report_sha256 s;
	char hex[REPORT_SHA256_HEX];

	report_sha256_init(&s);
	report_sha256_add(&s, text, len);
	report_sha256_hex(&s, hex);
	CU_ASSERT_STRING_EQUAL(hex, expected);
}

static void test_fips_examples(void)
{
	check("", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
	check("abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
	check("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
	      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

static void test_million(void)
{
	struct report_sha256 s;
	char hex[REPORT_SHA256_HEX], some[1000];

	memset(some, 'a', sizeof(some));
	report_sha256_init(&s);
	for (unsigned i = 0; i < 1000; i++)
		report_sha256_add(&s, some, sizeof(some));
	report_sha256_hex(&s, hex);
	CU_ASSERT_STRING_EQUAL(hex,
			       "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/* 55 bytes just fit one block with padding, 56 do not, 64 fill one. */
static void test_padding_edges(void)
{
	char x[64];

	memset(x, 'x', sizeof(x));
	check(x, 55, "d5e285683cd4efc02d021a5c62014694958901005d6f71e89e0989fac77e4072");
	check(x, 56, "04c26261370ee7541549d16dee320c723e3fd14671e66a099afe0a377c16888e");
	check(x, 63, "75220b47218278e656f2013bb8f0c455a25eaf01e86c64924e9d48d89776d6f2");
	check(x, 64, "7ce100971f64e7001e8fe5a51973ecdfe1ced42befe7ee8d5fd6219506b5393c");
}

void suite_report_sha256(void)
{
	CU_pSuite s = CU_add_suite("report_sha256", NULL, NULL);

	CU_ADD_TEST(s, test_fips_examples);
	CU_ADD_TEST(s, test_million);
	CU_ADD_TEST(s, test_padding_edges);
}
