package solidity

import (
	"strings"
	"testing"
)

// Refusals are moved out of test_Regular, with the statements before them; a check of the state stays.
func TestRefusalsApart(t *testing.T) {
	src := `contract Proof {
    function test_Regular() public {
        uint256 id = shop.open();
        vm.prank(ANN);
        vm.expectRevert();
        shop.close(id);
        vm.prank(ANN);
        shop.pay(id);
        require(!shop.shut(id), "shut");
        require(!_try(abi.encodeCall(shop.take, (id))), "taken");
        shop.close(id);
    }
}
`
	want := `contract Proof {
    function test_Regular() public {
        uint256 id = shop.open();
        
        vm.prank(ANN);
        shop.pay(id);
        require(!shop.shut(id), "shut");
        
        shop.close(id);
    }

    function test_RefusesStep1() public {
        uint256 id = shop.open();
        vm.prank(ANN);
        vm.expectRevert();
        shop.close(id);
    }

    function test_RefusesStep2() public {
        uint256 id = shop.open();
        vm.prank(ANN);
        shop.pay(id);
        require(!shop.shut(id), "shut");
        require(!_try(abi.encodeCall(shop.take, (id))), "taken");
    }
}
`
	if got := readProof(src, "0.8.30").refusalsApart(); got != want {
		t.Error(got)
	}
	plain := strings.ReplaceAll(strings.ReplaceAll(src, "vm.expectRevert();", ""), "!_try", "_try")
	if got := readProof(plain, "0.8.30").refusalsApart(); got != plain {
		t.Error(got)
	}
}
